export {
  anyAccount,
  type AccountCount,
  type AccountFilter,
  type AccountStore,
} from './people/account-store.ts'
export type { AgentStore } from './keys/agent-store.ts'
export type {
  AuditChainStore,
  ChainBreak,
  ChainCheck,
  ChainHead,
  ChainState,
} from './audit/audit-chain-store.ts'
export type { AuditFilter, AuditStore, TargetName } from './audit/audit-store.ts'
export type {
  BotSettingsReaders,
  BotSettingsStore,
  BotSettingsStores,
} from './chat/bot-settings-store.ts'
export type { ChallengeStore } from './sign-in/challenge-store.ts'
export {
  droppedPostSeconds,
  type ChatMark,
  type ChatMarkStore,
  type ChatRequests,
} from './chat/chat-mark-store.ts'
export type {
  ChatPostNotes,
  ChatPostStore,
  Exchange,
  NewAnswer,
  StoredAnswer,
  TimedPost,
} from './chat/chat-post-store.ts'
export type { ConversationStore } from './chat/conversation-store.ts'
export type {
  DocumentStore,
  FingerprintedDocument,
  UpsertResult,
} from './knowledge/document-store.ts'
export {
  groupDocumentsMax,
  type CountedGroup,
  type GroupStore,
  type MemberAddition,
} from './people/group-store.ts'
export {
  responseRetentionSeconds,
  progressSeconds,
  type IdempotencyStore,
  type StoredResponse,
  type IdempotentRequest,
  type UnfinishedRequest,
} from './platform/idempotency-store.ts'
export type { IdentityStore } from './people/identity-store.ts'
export type { InvitationImportStore } from './people/invitation-import-store.ts'
export {
  anyInvitation,
  type InvitationFilter,
  type InvitationStore,
} from './people/invitation-store.ts'
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
} from './platform/job-store.ts'
export type { KeyStore } from './keys/key-store.ts'
export type { KeyUsageStore } from './keys/key-usage-store.ts'
export type { LeaseStore } from './platform/lease-store.ts'
export type { LinkCodeStore } from './sign-in/link-code-store.ts'
export type { PasswordResetStore } from './sign-in/password-reset-store.ts'
export {
  proxyReportDays,
  type ProxyReportStore,
  type ReportedProxy,
} from './platform/proxy-report-store.ts'
export type { RecoveryCodeStore } from './sign-in/recovery-code-store.ts'
export {
  refusalBatchDays,
  refusalRetentionDays,
  refusalWindowSeconds,
  type RefusalBatch,
  type RefusalStore,
  type RefusalTarget,
} from './platform/refusal-store.ts'
export type { SessionStore } from './sign-in/session-store.ts'
export type { SettingsStore } from './platform/settings-store.ts'
export type {
  ImportedPart,
  SourceCounts,
  SourceImport,
  SourceRemoval,
  SourceStore,
} from './knowledge/source-store.ts'
export type { Stores, Transact, Transacts } from './transact.ts'
