import type { AccountId } from '../accounts/account.ts'
import type { Key, KeyId } from '../keys/key.ts'

/** API keys at rest, without the keys themselves. */
export interface KeyStore {
  /** Adds a key under its digest. Throws when id or digest is taken. */
  insert(key: Key, digest: string): Promise<void>

  find(id: KeyId): Promise<Key | null>

  /** Marks a key revoked at the database's present time; a second time changes nothing. The key must exist. */
  revoke(id: KeyId, by: AccountId | null): Promise<void>

  /** Newest first, which is by id. `ownerId` null lists everybody's. At most `limit` keys, older than `before`. */
  list(page: {
    readonly ownerId: AccountId | null
    readonly before: KeyId | null
    readonly limit: number
  }): Promise<readonly Key[]>

  /** Keys of the owner that are neither revoked nor expired. */
  countActive(ownerId: AccountId): Promise<number>
}
