import type { ApiKeySource } from './api-key-source.ts'
import type { BreachedPasswords } from './breached-passwords.ts'
import type { Cipher } from './cipher.ts'
import type { Clock } from './clock.ts'
import type { Embedder } from './embedder.ts'
import type { IdSource } from './id-source.ts'
import type { KeyHolders } from './key-holders.ts'
import type { KeyLimiter } from './key-limiter.ts'
import type { Log } from './log.ts'
import type { PasswordHasher } from './password-hasher.ts'
import type { PasswordStrength } from './password-strength.ts'
import type { SearchIndex } from './search-index.ts'
import type { Transact } from './transact.ts'

export type { Account, AccountId, AccountStatus, Role } from '../accounts/account.ts'
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
  readonly apiKeys: ApiKeySource
  readonly breachedPasswords: BreachedPasswords
  readonly cipher: Cipher
  readonly clock: Clock
  /** Null when no embedder is configured: search is lexical by choice. */
  readonly embedder: Embedder | null
  readonly ids: IdSource
  readonly keyHolders: KeyHolders
  readonly keyLimiter: KeyLimiter
  readonly log: Log
  readonly passwordHasher: PasswordHasher
  readonly passwordStrength: PasswordStrength
  readonly searchIndex: SearchIndex
  readonly transact: Transact
}
