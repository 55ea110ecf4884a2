import type { AccessTokens } from './credentials/access-tokens.ts'
import type { AnswerLimiter } from './knowledge/answer-limiter.ts'
import type { AnswerModel } from './knowledge/answer-model.ts'
import type { AccountHolders } from './credentials/account-holders.ts'
import type { ApiKeySource } from './credentials/api-key-source.ts'
import type { BackgroundHeartbeats } from './platform/background-heartbeats.ts'
import type { ProcessReports } from './platform/process-reports.ts'
import type { BreachedPasswords } from './credentials/breached-passwords.ts'
import type { Cipher } from './credentials/cipher.ts'
import type { Clock } from './platform/clock.ts'
import type { DeviceTokens } from './credentials/device-tokens.ts'
import type { EmailDigests } from './credentials/email-digests.ts'
import type { DocumentReader } from './knowledge/document-reader.ts'
import type { Embedder } from './knowledge/embedder.ts'
import type { AttemptLimits } from './credentials/attempt-limits.ts'
import type { IdentityHolders } from './credentials/identity-holders.ts'
import type { IdSource } from './platform/id-source.ts'
import type { JobQueue } from './platform/job-queue.ts'
import type { KeyHolders } from './credentials/key-holders.ts'
import type { KeyLimiter } from './credentials/key-limiter.ts'
import type { KeyUsage } from './credentials/key-usage.ts'
import type { LinkCodeSource } from './credentials/link-code-source.ts'
import type { Log } from './platform/log.ts'
import type { Mailer } from './platform/mailer.ts'
import type { OneTimeCodes } from './credentials/one-time-codes.ts'
import type { PasswordHasher } from './credentials/password-hasher.ts'
import type { PasswordStrength } from './credentials/password-strength.ts'
import type { Pause } from './platform/pause.ts'
import type { RecoveryCodeSource } from './credentials/recovery-code-source.ts'
import type { RefreshTokens } from './credentials/refresh-tokens.ts'
import type { RefusalCounter } from './credentials/refusal-counter.ts'
import type { SearchIndex } from './knowledge/search-index.ts'
import type { SearchLimiter } from './knowledge/search-limiter.ts'
import type { SecretSource } from './credentials/secret-source.ts'
import type { SessionRotation } from './credentials/session-rotation.ts'
import type { SignInAttempts } from './credentials/sign-in-attempts.ts'
import type { ChatHealth } from './chat/chat-health.ts'
import type { ChatPlatforms } from './chat/chat-platform.ts'
import type { ChatPostNotes } from './stores/chat-post-store.ts'
import type { WorkspaceDirectory } from './chat/workspace-directory.ts'
import type { Transact } from './stores/transact.ts'

export type {
  Account,
  AccountId,
  AccountStatus,
  NamedAccount,
  Role,
} from '../model/accounts/account.ts'
export { roles } from '../model/accounts/account.ts'
export { canonicalEmail, type Email } from '../model/accounts/email.ts'
export type { Agent, AgentId } from '../model/agent.ts'
export type { AuditEntry, AuditRecord } from '../model/audit-entry.ts'
export { ownSource, type ConversationKey, type Message } from '../model/conversation.ts'
export type { Group, GroupSlug } from '../model/groups/group.ts'
export {
  builtInSources,
  type ExternalId,
  type Identity,
  type IdentityId,
  type IdentitySource,
} from '../model/identities/identity.ts'
export {
  importStallsAfterSeconds,
  type InvitationCounts,
  type InvitationImport,
  type InvitationImportId,
  type InvitationVerdict,
} from '../model/invitations/invitation-import.ts'
export type { ImportedLine } from '../model/invitations/invitation.ts'
export {
  invitationStates,
  type Invitation,
  type InvitationId,
  type InvitationState,
} from '../model/invitations/invitation.ts'
export {
  anyKey,
  callWindows,
  messageWindows,
  keyStatus,
  keyWindow,
  type Key,
  type KeyFilter,
  type KeyHolder,
  type KeyId,
  type KeyWithPeople,
  type PersonalKeyHolder,
  type Responsibility,
  type ServiceKey,
  type ServiceKeyHolder,
} from '../model/keys/key.ts'
export {
  addUsage,
  dayOfWeek,
  noUsage,
  noWeek,
  wasUsed,
  weekStart,
  type KeyOutcome,
  type KeyWeek,
  type UsageCounts,
  type UsageHour,
} from '../model/keys/usage.ts'
export type { Chunk } from '../model/knowledge/chunk.ts'
export type { Document, DocumentId, Source } from '../model/knowledge/document.ts'
export type { RemovalJob } from '../model/knowledge/source-removal.ts'
export { documentAddress } from '../model/knowledge/document-address.ts'
export {
  roundedScore,
  snippetLengthMax,
  type SearchResult,
} from '../model/knowledge/search-result.ts'
export { principalsOf, type Principal } from '../model/knowledge/principal.ts'
export type { SearchesTooMany } from '../model/knowledge/knowledge-errors.ts'
export {
  searchBudgetMsDefault,
  searchLimits,
  type SearchLimits,
} from '../model/knowledge/search-limits.ts'
export { quote, type Quote } from '../model/knowledge/quotes/quote.ts'
export { foldText } from '../model/knowledge/words.ts'
export {
  analyzeDocument,
  impactOf,
  type PassageTerms,
} from '../model/knowledge/analysis/analyze-passage.ts'
export {
  analyzeQuery,
  type AnalyzedQuery,
  type QueryWord,
} from '../model/knowledge/analysis/analyze-query.ts'
export { rerank, type Candidate } from '../model/knowledge/analysis/rerank.ts'
export { recentlyUsed } from '../model/knowledge/analysis/recently-used.ts'
export type { Language } from '../model/knowledge/analysis/stop-words.ts'
export type { PageRequest } from '../model/page.ts'
export {
  passwordResetAttemptsMax,
  type PasswordReset,
  type PasswordResetId,
} from '../model/passwords/password-reset.ts'
export { err, ok, type Result } from '../model/result.ts'
export {
  challengeAttemptsMax,
  type Challenge,
  type ChallengeId,
  type Stage,
} from '../model/sign-in/challenge.ts'
export type { Settings } from '../model/settings.ts'
export {
  rotationGraceMax,
  rotationGraceSeconds,
  sessionAbsoluteSeconds,
  sessionSlidingSeconds,
  type Session,
  type SessionId,
  type SessionPosition,
} from '../model/sessions/session.ts'
export {
  chatPostOutcomes,
  postRetentionSeconds,
  type ChatPost,
  type ChatPostId,
  type ChatPostOutcome,
  type ChatPostProgress,
} from '../model/chat/chat-post.ts'
export {
  chatSources,
  identitySourceOf,
  servedChatSources,
  type ChatSource,
  type ServedChatSource,
} from '../model/chat/chat-source.ts'
export { partLimits, postCodePointsMax } from '../model/chat/answer-parts.ts'
export {
  dropReasons,
  type ChatMessage,
  type DropCounts,
  type DroppedEvent,
  type DroppedPost,
  type DropReason,
} from '../model/chat/chat-message.ts'
export { jobIdOf, parsePostId } from '../model/team-chat/post-id.ts'
export { parseServerAddress, type ServerAddress } from '../model/team-chat/server-address.ts'
export type { TeamChatSettings } from '../model/team-chat/team-chat-settings.ts'
export type { SettingsStore } from './stores/settings-store.ts'
export type { SessionStore } from './stores/session-store.ts'
export type { RotationResult, Rotation, SessionRotation } from './credentials/session-rotation.ts'
export type { SecretSource } from './credentials/secret-source.ts'
export type { RefreshTokens, SecretIds } from './credentials/refresh-tokens.ts'
export type { RefusalCounter } from './credentials/refusal-counter.ts'
export {
  refusalBatchDays,
  refusalRetentionDays,
  refusalWindowSeconds,
  type RefusalBatch,
  type RefusalStore,
  type RefusalTarget,
} from './stores/refusal-store.ts'
export type { Pause } from './platform/pause.ts'
export {
  proxyReportDays,
  type ProxyReportStore,
  type ReportedProxy,
} from './stores/proxy-report-store.ts'
export type { RecoveryCodeStore } from './stores/recovery-code-store.ts'
export type { RecoveryCodeSource } from './credentials/recovery-code-source.ts'
export type { OneTimeCodes } from './credentials/one-time-codes.ts'
export {
  deviceAttemptDays,
  type AttemptDecision,
  type AttemptBucket,
  type LimitedBucket,
  type AttemptLimits,
  type AttemptLimit,
} from './credentials/attempt-limits.ts'
export type { ChallengeStore } from './stores/challenge-store.ts'
export { droppedPostSeconds, type ChatMark, type ChatMarkStore } from './stores/chat-mark-store.ts'
export type {
  ChatPostNotes,
  ChatPostStore,
  StoredAnswer,
  TimedPost,
} from './stores/chat-post-store.ts'
export type { AgentStore } from './stores/agent-store.ts'
export type { AccountHolder, AccountHolders, Profile } from './credentials/account-holders.ts'
export type { AccessClaims, AccessTokens } from './credentials/access-tokens.ts'
export {
  anyAccount,
  type AccountCount,
  type AccountFilter,
  type AccountStore,
} from './stores/account-store.ts'
export type { AnswerLimiter, ModelSlot, ModelUser } from './knowledge/answer-limiter.ts'
export type { AnswerModel, ModelPrompt, ModelTurn } from './knowledge/answer-model.ts'
export {
  askWindows,
  modelSlotLimits,
  perPersonMax,
  type ModelSlotLimits,
} from '../model/answers/answer-limits.ts'
export type { ApiKeySource, NewApiKey } from './credentials/api-key-source.ts'
export type {
  AuditChainStore,
  ChainBreak,
  ChainCheck,
  ChainHead,
  ChainState,
} from './stores/audit-chain-store.ts'
export type { AuditFilter, AuditStore, TargetName } from './stores/audit-store.ts'
export {
  processRoles,
  type ProcessReports,
  type ProcessRole,
  type RunningProcess,
  type SeenProcess,
} from './platform/process-reports.ts'
export {
  backgroundRoles,
  heartbeatLifetimeSeconds,
  heartbeatSeconds,
  type BackgroundHeartbeats,
  type BackgroundRole,
} from './platform/background-heartbeats.ts'
export type { BreachedPasswords } from './credentials/breached-passwords.ts'
export type { Cipher, CipherContext } from './credentials/cipher.ts'
export type { Clock } from './platform/clock.ts'
export type { ConversationStore } from './stores/conversation-store.ts'
export type {
  ImportedPart,
  SourceCounts,
  SourceImport,
  SourceRemoval,
  SourceStore,
} from './stores/source-store.ts'
export type { DocumentStore, FingerprintedDocument, UpsertResult } from './stores/document-store.ts'
export type { DeviceTokens, KnownDevice } from './credentials/device-tokens.ts'
export type { EmailDigests } from './credentials/email-digests.ts'
export type { DocumentReader, VisibleDocument } from './knowledge/document-reader.ts'
export type { Embedder } from './knowledge/embedder.ts'
export { groupDocumentsMax, type CountedGroup, type GroupStore } from './stores/group-store.ts'
export type { IdentityHolder, IdentityHolders } from './credentials/identity-holders.ts'
export type { IdentityStore } from './stores/identity-store.ts'
export type { IdSource } from './platform/id-source.ts'
export {
  responseRetentionSeconds,
  progressSeconds,
  type IdempotencyStore,
  type StoredResponse,
  type IdempotentRequest,
  type UnfinishedRequest,
} from './stores/idempotency-store.ts'
export {
  anyInvitation,
  type InvitationFilter,
  type InvitationStore,
} from './stores/invitation-store.ts'
export type { DeadLetter, JobCount, JobQueue } from './platform/job-queue.ts'
export {
  jobKinds,
  jobLifetimeSeconds,
  jobKeyOf,
  noHistory,
  type Job,
  type JobDeferred,
  type JobKind,
  type JobOf,
  type JobOutcome,
  type JobHistory,
  type JobStore,
} from './stores/job-store.ts'
export type { KeyHolders } from './credentials/key-holders.ts'
export type { Allowances, CountedCall, KeyLimiter } from './credentials/key-limiter.ts'
export type { Allowance, CallWindows, KeyWindow } from '../model/keys/call-limits.ts'
export type { KeyStore } from './stores/key-store.ts'
export type { KeyUsage } from './credentials/key-usage.ts'
export type { LeaseStore } from './stores/lease-store.ts'
export type { LinkCodeSource } from './credentials/link-code-source.ts'
export type { LinkCodeStore } from './stores/link-code-store.ts'
export type { Log, LogFields } from './platform/log.ts'
export type { Mailer } from './platform/mailer.ts'
export {
  mailReplySecondsMax,
  mailHandOverSecondsMax,
  type Mail,
  type MailOutcome,
  type Notice,
  type NamedServiceKey,
  type NoticeSubject,
  type Recipient,
  type RemainingAccess,
} from '../model/mail/mail.ts'
export type { PasswordHasher } from './credentials/password-hasher.ts'
export type { PasswordResetStore } from './stores/password-reset-store.ts'
export type { PasswordStrength, StrengthScore } from './credentials/password-strength.ts'
export type {
  ChunkEmbedding,
  ChunkPlace,
  IndexedDocument,
  IndexProgress,
  Reindexing,
  SearchIndex,
  SearchIndexWriter,
  UnembeddedChunk,
  PersonVisibility,
  Visibility,
} from './knowledge/search-index.ts'
export type { SearchLimiter } from './knowledge/search-limiter.ts'
export type {
  StartedAttempt,
  LimitedDevice,
  PasswordHolder,
  SessionOpening,
  SignInAttempt,
  SignInAttempts,
} from './credentials/sign-in-attempts.ts'
export {
  chatFaults,
  listenerFaults,
  listenerReportSeconds,
  type ChatFault,
  type ListenerFault,
  type ListenerReport,
  type ChatHealth,
} from './chat/chat-health.ts'
export type { ChatSubscription, ChatInbox, ChatListener } from './chat/chat-listener.ts'
export type {
  BotIdentity,
  ChatProbe,
  ProbedBot,
  ProbeFaultOf,
  ProbeSubject,
  WorkspaceChatIdentity,
} from './chat/chat-probe.ts'
export { teamChatFaults, type TeamChatFault } from '../model/team-chat/team-chat-errors.ts'
export type { BotSettings } from '../model/chat/bot-settings.ts'
export type { BotSettingsStore } from './stores/bot-settings-store.ts'
export {
  botIdOfToken,
  defaultApiRoot,
  type BotMessengerSettings,
} from '../model/bot-messenger/bot-messenger-settings.ts'
export type { WorkspaceChatSettings } from '../model/workspace-chat/workspace-chat-settings.ts'
export { appIdOfToken } from '../model/workspace-chat/workspace-chat-settings.ts'
export {
  workspaceChatFaults,
  type WorkspaceChatFault,
} from '../model/workspace-chat/workspace-chat-errors.ts'
export {
  inWorkspace,
  withoutWorkspace,
  workspaceChatMessageOf,
  workspaceChatPostId,
  type WorkspaceChatMessage,
} from '../model/workspace-chat/workspace-chat-ids.ts'
export {
  botMessengerFaults,
  botMessengerProbeFaults,
  type BotMessengerFault,
  type BotMessengerProbeFault,
} from '../model/bot-messenger/bot-messenger-errors.ts'
export {
  botMessengerChannelId,
  botMessengerChatIdOf,
  botMessengerMessageOf,
  botMessengerPostId,
  type BotMessengerMessage,
} from '../model/bot-messenger/bot-messenger-ids.ts'
export type {
  BotMessengerBot,
  BotMessengerServer,
  ChatBot,
  ServedChatBot,
  TeamChatBot,
  TeamChatServer,
  WorkspaceChatBot,
  WorkspaceChatTokens,
} from './chat/chat-bot.ts'
export type { ChatPlatform, ChatPlatforms } from './chat/chat-platform.ts'
export type { WorkspaceDirectory } from './chat/workspace-directory.ts'
export type {
  AnswerOutcome,
  ReplacedAnswer,
  ChatAnswer,
  ChatThread,
  ChatThreads,
  DeliveryLedger,
  Typing,
} from './chat/chat-threads.ts'
export type { Stores, Transact, Transacts } from './stores/transact.ts'
export { SearchTimeout, Unavailable } from './platform/unavailable.ts'

/** Everything that core needs from outside. */
export type Ports = {
  readonly accessTokens: AccessTokens
  readonly accountHolders: AccountHolders
  readonly answerLimiter: AnswerLimiter
  /** Null if no model is configured: answers then list the search results. */
  readonly answerModel: AnswerModel | null
  readonly apiKeys: ApiKeySource
  /** Counts questions, per key and, without a key, per person. */
  readonly askLimiter: KeyLimiter
  readonly backgroundHeartbeats: BackgroundHeartbeats
  readonly breachedPasswords: BreachedPasswords
  readonly processReports: ProcessReports
  readonly cipher: Cipher
  readonly clock: Clock
  readonly deviceTokens: DeviceTokens
  readonly documentReader: DocumentReader
  readonly emailDigests: EmailDigests
  /** Null if no embedder is configured: keyword search only. */
  readonly embedder: Embedder | null
  readonly attemptLimits: AttemptLimits
  readonly identityHolders: IdentityHolders
  readonly ids: IdSource
  readonly jobQueue: JobQueue
  readonly keyHolders: KeyHolders
  readonly keyLimiter: KeyLimiter
  readonly keyUsage: KeyUsage
  readonly linkCodeSource: LinkCodeSource
  readonly log: Log
  /** Null if the mail server is not configured. */
  readonly mailer: Mailer | null
  /** Counts messages of protocols that call nothing, in windows of `messageWindows`. */
  readonly messageLimiter: KeyLimiter
  readonly oneTimeCodes: OneTimeCodes
  readonly passwordHasher: PasswordHasher
  /** For recovery codes: random, so at the least cost. Shares its limits with `passwordHasher`. */
  readonly recoveryCodeHasher: PasswordHasher
  readonly passwordStrength: PasswordStrength
  readonly pause: Pause
  readonly recoveryCodeSource: RecoveryCodeSource
  readonly refreshTokens: RefreshTokens
  readonly refusalCounter: RefusalCounter
  readonly searchIndex: SearchIndex
  readonly searchLimiter: SearchLimiter
  readonly secrets: SecretSource
  readonly sessionRotation: SessionRotation
  readonly signInAttempts: SignInAttempts
  readonly chatHealth: ChatHealth
  readonly workspaceDirectory: WorkspaceDirectory
  readonly chatPlatforms: ChatPlatforms
  readonly chatPosts: ChatPostNotes
  readonly transact: Transact
}
