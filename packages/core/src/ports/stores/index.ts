export {
  anyAccount,
  type AccountCount,
  type AccountFilter,
  type AccountStore,
} from './account-store.ts'
export type { AgentStore } from './agent-store.ts'
export type {
  AuditChainStore,
  ChainBreak,
  ChainCheck,
  ChainHead,
  ChainState,
} from './audit-chain-store.ts'
export type { AuditFilter, AuditStore, TargetName } from './audit-store.ts'
export type {
  BotSettingsReaders,
  BotSettingsStore,
  BotSettingsStores,
} from './bot-settings-store.ts'
export type { ChallengeStore } from './challenge-store.ts'
export {
  droppedPostSeconds,
  type ChatMark,
  type ChatMarkStore,
  type ChatRequests,
} from './chat-mark-store.ts'
export type {
  ChatPostNotes,
  ChatPostStore,
  Exchange,
  NewAnswer,
  StoredAnswer,
  TimedPost,
} from './chat-post-store.ts'
export type { ConversationStore } from './conversation-store.ts'
export type { DocumentStore, FingerprintedDocument, UpsertResult } from './document-store.ts'
export {
  groupDocumentsMax,
  type CountedGroup,
  type GroupStore,
  type MemberAddition,
} from './group-store.ts'
export {
  responseRetentionSeconds,
  progressSeconds,
  type IdempotencyStore,
  type StoredResponse,
  type IdempotentRequest,
  type UnfinishedRequest,
} from './idempotency-store.ts'
export type { IdentityStore } from './identity-store.ts'
export type { InvitationImportStore } from './invitation-import-store.ts'
export { anyInvitation, type InvitationFilter, type InvitationStore } from './invitation-store.ts'
export {
  jobFaults,
  droppableJobKinds,
  jobKinds,
  jobLifetimeSeconds,
  jobKeyOf,
  noHistory,
  type Job,
  type JobDeferred,
  type JobFault,
  type DroppableJobKind,
  type JobKind,
  type JobOf,
  type JobOutcome,
  type JobHistory,
  type JobStore,
} from './job-store.ts'
export type { KeyStore } from './key-store.ts'
export type { KeyUsageStore } from './key-usage-store.ts'
export type { LeaseStore } from './lease-store.ts'
export type { LinkCodeStore } from './link-code-store.ts'
export type { PasswordResetStore } from './password-reset-store.ts'
export { proxyReportDays, type ProxyReportStore, type ReportedProxy } from './proxy-report-store.ts'
export type { RecoveryCodeStore } from './recovery-code-store.ts'
export {
  refusalBatchDays,
  refusalRetentionDays,
  refusalWindowSeconds,
  type RefusalBatch,
  type RefusalStore,
  type RefusalTarget,
} from './refusal-store.ts'
export type { SessionStore } from './session-store.ts'
export type { SettingsStore } from './settings-store.ts'
export type {
  ImportedPart,
  SourceCounts,
  SourceImport,
  SourceRemoval,
  SourceStore,
} from './source-store.ts'
export type { Stores, Transact, Transacts } from './transact.ts'
