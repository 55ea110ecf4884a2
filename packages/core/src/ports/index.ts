import type { AccessTokens } from './access-tokens.ts'
import type { AccountHolders } from './account-holders.ts'
import type { ApiKeySource } from './api-key-source.ts'
import type { BreachedPasswords } from './breached-passwords.ts'
import type { Cipher } from './cipher.ts'
import type { Clock } from './clock.ts'
import type { Embedder } from './embedder.ts'
import type { GuessBudgets } from './guess-budgets.ts'
import type { IdSource } from './id-source.ts'
import type { KeyHolders } from './key-holders.ts'
import type { KeyLimiter } from './key-limiter.ts'
import type { Log } from './log.ts'
import type { OneTimeCodes } from './one-time-codes.ts'
import type { PasswordHasher } from './password-hasher.ts'
import type { PasswordStrength } from './password-strength.ts'
import type { RecoveryCodeSource } from './recovery-code-source.ts'
import type { RefreshTokens } from './refresh-tokens.ts'
import type { SearchIndex } from './search-index.ts'
import type { SecretSource } from './secret-source.ts'
import type { SessionRotation } from './session-rotation.ts'
import type { Transact } from './transact.ts'

export type { Account, AccountId, AccountStatus, Role } from '../accounts/account.ts'
export { roles } from '../accounts/account.ts'
export type { Email } from '../accounts/email.ts'
export type { AuditEntry } from '../audit/audit-entry.ts'
export type { Group, GroupSlug } from '../groups/group.ts'
export type { Key, KeyHolder, KeyId } from '../keys/key.ts'
export { keyState } from '../keys/key.ts'
export type { Chunk } from '../knowledge/chunk.ts'
export type { Document, DocumentId, Source } from '../knowledge/document.ts'
export { roundedScore, snippetLengthMax, type Finding } from '../knowledge/finding.ts'
export { principalsOf, type Principal } from '../knowledge/principal.ts'
export { snippetOf } from '../knowledge/snippet.ts'
export { foldText } from '../knowledge/words.ts'
export type { Result } from '../result.ts'
export { challengeTriesMax, type Challenge, type ChallengeId, type Stage } from '../sign-in/challenge.ts'
export {
  rotationGraceSeconds,
  sessionAbsoluteSeconds,
  sessionSlidingSeconds,
  type Session,
  type SessionId,
} from '../sessions/session.ts'
export type { Settings, SettingsStore } from './settings-store.ts'
export type { SessionStore } from './session-store.ts'
export type { Rotated, Rotation, SessionRotation } from './session-rotation.ts'
export type { SecretSource } from './secret-source.ts'
export type { RefreshTokens } from './refresh-tokens.ts'
export type { RecoveryCodeStore } from './recovery-code-store.ts'
export type { RecoveryCodeSource } from './recovery-code-source.ts'
export type { OneTimeCodes } from './one-time-codes.ts'
export type { Guess, GuessBucket, GuessBudgets, GuessRule } from './guess-budgets.ts'
export type { ChallengeStore } from './challenge-store.ts'
export type { AccountHolder, AccountHolders } from './account-holders.ts'
export type { AccessClaims, AccessTokens } from './access-tokens.ts'
export type { AccountStore } from './account-store.ts'
export type { ApiKeySource, NewApiKey } from './api-key-source.ts'
export type { AuditStore } from './audit-store.ts'
export type { BreachedPasswords } from './breached-passwords.ts'
export type { Cipher, CipherContext } from './cipher.ts'
export type { Clock } from './clock.ts'
export type { DocumentStore, Upserted } from './document-store.ts'
export type { Embedder } from './embedder.ts'
export type { GroupStore } from './group-store.ts'
export type { IdSource } from './id-source.ts'
export type { KeyHolders } from './key-holders.ts'
export type { Allowance, KeyLimiter } from './key-limiter.ts'
export type { KeyStore } from './key-store.ts'
export type { Log, LogFields } from './log.ts'
export type { PasswordHasher } from './password-hasher.ts'
export type { PasswordStrength, StrengthScore } from './password-strength.ts'
export type {
  ChunkEmbedding,
  IndexedDocument,
  SearchIndex,
  SearchIndexWriter,
  UnembeddedChunk,
  Visibility,
} from './search-index.ts'
export type { Stores, Transact } from './transact.ts'
export { Unavailable } from './unavailable.ts'

/** Everything core needs from the outside world. */
export type Ports = {
  readonly accessTokens: AccessTokens
  readonly accountHolders: AccountHolders
  readonly apiKeys: ApiKeySource
  readonly breachedPasswords: BreachedPasswords
  readonly cipher: Cipher
  readonly clock: Clock
  /** Null when no embedder is configured: search is lexical by choice. */
  readonly embedder: Embedder | null
  readonly guessBudgets: GuessBudgets
  readonly ids: IdSource
  readonly keyHolders: KeyHolders
  readonly keyLimiter: KeyLimiter
  readonly log: Log
  readonly oneTimeCodes: OneTimeCodes
  readonly passwordHasher: PasswordHasher
  readonly passwordStrength: PasswordStrength
  readonly recoveryCodeSource: RecoveryCodeSource
  readonly refreshTokens: RefreshTokens
  readonly searchIndex: SearchIndex
  readonly secrets: SecretSource
  readonly sessionRotation: SessionRotation
  readonly transact: Transact
}
