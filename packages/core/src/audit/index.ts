export { countAudit, type AuditCount, type CountAudit } from './count-audit.ts'
export { exportAudit, type ExportAudit } from './export-audit.ts'
export { listAudit, type ListAudit, type ListedAuditRecord } from './list-audit.ts'
export { maintainAuditChain } from './maintain-audit-chain.ts'
export { showAuditChain, type ShowAuditChain } from './show-audit-chain.ts'
export {
  verifyAuditChain,
  type VerifiedAuditChain,
  type VerifyAuditChain,
} from './verify-audit-chain.ts'
