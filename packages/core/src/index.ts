export * from './accounts/index.ts'
export * from './agents/index.ts'
export * from './answers/index.ts'
export * from './attempt-limits/index.ts'
export * from './audit/index.ts'
export * from './bot-messenger/index.ts'
export * from './chat/index.ts'
export * from './credentials/index.ts'
export * from './groups/index.ts'
export * from './idempotency/index.ts'
export * from './identities/index.ts'
export * from './invitations/index.ts'
export * from './jobs/index.ts'
export * from './keys/index.ts'
export * from './knowledge/index.ts'
export * from './model/index.ts'
export * from './notices/index.ts'
export * from './passwords/index.ts'
export * from './second-factor/index.ts'
export * from './sessions/index.ts'
export * from './settings/index.ts'
export * from './setup/index.ts'
export * from './sign-in/index.ts'
export * from './sign-in-flow/index.ts'
export * from './team-chat/index.ts'
export * from './workspace-chat/index.ts'
export type { ChainState } from './ports/stores/audit/audit-chain-store.ts'
export type {
  AccountFilter,
  Agent,
  AgentId,
  AuditFilter,
  AuditRecord,
  Ports,
  Settings,
  Visibility,
} from './ports/index.ts'
export { SearchTimeout, Unavailable } from './ports/platform/unavailable.ts'
export { groupDocumentsMax, type CountedGroup } from './ports/stores/people/group-store.ts'
