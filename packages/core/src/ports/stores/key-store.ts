import type { AccountId } from '../../model/accounts/account.ts'
import type { Key, KeyFilter, KeyId, KeyWithPeople, ServiceKey } from '../../model/keys/key.ts'
import type { UsageHour } from '../../model/keys/usage.ts'
import type { PageWanted } from '../../model/page.ts'

/** API keys at rest, without the keys themselves. */
export interface KeyStore {
  /** Adds a key under its digest. Throws when id or digest is taken. */
  insert(key: Key, digest: string): Promise<void>

  find(id: KeyId): Promise<Key | null>

  /**
   * Marks a key revoked at the database's present time. False when it is missing or was revoked before, also by a
   * transaction that commits first; then nothing changes.
   */
  revoke(id: KeyId, by: AccountId | null): Promise<boolean>

  /** Revokes every key of the owner that is not revoked yet; answers how many. */
  revokeAll(ownerId: AccountId, by: AccountId | null): Promise<number>

  /**
   * Revokes every service key that the account is responsible for and that is not revoked yet; returns them, oldest first.
   * A key that another account takes over in a transaction that commits first stays.
   */
  revokeServiceKeys(responsibleId: AccountId, by: AccountId | null): Promise<readonly ServiceKey[]>

  /**
   * Makes an account responsible for a service key. False when there is no such key or when it is expired or revoked, also
   * by a transaction that commits first; then nothing changes.
   */
  takeOver(id: KeyId, by: AccountId): Promise<boolean>

  /** Keys that match the filter, newest first, which is by id: at most `limit` behind the key `after`. */
  list(filter: KeyFilter, page: PageWanted<KeyId>): Promise<readonly KeyWithPeople[]>

  /** Keys of the owner that are neither revoked nor expired. */
  countActive(ownerId: AccountId): Promise<number>

  /**
   * Marks keys in force as reminded of that expire within so many days and were not marked before, the first to expire
   * first, at most `countMax`; answers them. Of any number at once, one gets a key.
   */
  claimExpiring(withinDays: number, countMax: number): Promise<readonly Key[]>

  /** What calls with the key came to, by hour from `since` on, newest first. Hours without a call are left out. */
  listUsage(id: KeyId, since: Date): Promise<readonly UsageHour[]>

  /** Forgets hours that ended more than so many days ago, at most `countMax` of them; answers how many. */
  pruneUsage(daysKept: number, countMax: number): Promise<number>

  /**
   * Forgets which batches of usage were stored more than a day ago, at most `countMax` of them; returns how many. Zero
   * where usage is not stored in batches.
   */
  pruneUsageBatches(countMax: number): Promise<number>
}
