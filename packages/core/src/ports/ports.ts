import type { ChatHealth } from './chat/chat-health.ts'
import type { ChatPlatforms } from './chat/chat-platform.ts'
import type { WorkspaceDirectory } from './chat/workspace-directory.ts'
import type { WorkspaceRequests } from './chat/workspace-requests.ts'
import type { AccessTokens } from './credentials/access-tokens.ts'
import type { AccountHolders } from './credentials/account-holders.ts'
import type { ApiKeySource } from './credentials/api-key-source.ts'
import type { AttemptLimits } from './credentials/attempt-limits.ts'
import type { BreachedPasswords } from './credentials/breached-passwords.ts'
import type { Cipher } from './credentials/cipher.ts'
import type { DeviceTokens } from './credentials/device-tokens.ts'
import type { EmailDigests } from './credentials/email-digests.ts'
import type { IdentityHolders } from './credentials/identity-holders.ts'
import type { KeyHolders } from './credentials/key-holders.ts'
import type { KeyLimiter } from './credentials/key-limiter.ts'
import type { KeyUsage } from './credentials/key-usage.ts'
import type { LinkCodeSource } from './credentials/link-code-source.ts'
import type { OneTimeCodes } from './credentials/one-time-codes.ts'
import type { PasswordHasher } from './credentials/password-hasher.ts'
import type { PasswordStrength } from './credentials/password-strength.ts'
import type { RecoveryCodeSource } from './credentials/recovery-code-source.ts'
import type { RefreshTokens } from './credentials/refresh-tokens.ts'
import type { RefusalCounter } from './credentials/refusal-counter.ts'
import type { SecretSource } from './credentials/secret-source.ts'
import type { SessionRotation } from './credentials/session-rotation.ts'
import type { SignInAttempts } from './credentials/sign-in-attempts.ts'
import type { AnswerLimiter } from './knowledge/answer-limiter.ts'
import type { AnswerModel } from './knowledge/answer-model.ts'
import type { DocumentReader } from './knowledge/document-reader.ts'
import type { Embedder } from './knowledge/embedder.ts'
import type { FileConverter } from './knowledge/file-converter.ts'
import type { SearchIndex } from './knowledge/search-index.ts'
import type { SearchLimiter } from './knowledge/search-limiter.ts'
import type { BackgroundHeartbeats } from './platform/background-heartbeats.ts'
import type { Clock } from './platform/clock.ts'
import type { IdSource } from './platform/id-source.ts'
import type { JobQueue } from './platform/job-queue.ts'
import type { Log } from './platform/log.ts'
import type { Mailer } from './platform/mailer.ts'
import type { Pause } from './platform/pause.ts'
import type { ProcessReports } from './platform/process-reports.ts'
import type { BotSettingsReaders } from './stores/chat/bot-settings-store.ts'
import type { ChatPostNotes } from './stores/chat/chat-post-store.ts'
import type { Transact } from './stores/transact.ts'

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
  readonly botSettings: BotSettingsReaders
  readonly breachedPasswords: BreachedPasswords
  readonly processReports: ProcessReports
  readonly cipher: Cipher
  readonly clock: Clock
  readonly deviceTokens: DeviceTokens
  readonly documentReader: DocumentReader
  readonly emailDigests: EmailDigests
  /** Null if no embedder is configured: keyword search only. */
  readonly embedder: Embedder | null
  readonly fileConverter: FileConverter
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
  readonly workspaceRequests: WorkspaceRequests
  readonly chatPlatforms: ChatPlatforms
  readonly chatPosts: ChatPostNotes
  readonly transact: Transact
}
