import type { AccountId } from '../../../model/accounts/account.ts'
import type { IdentitySource } from '../../../model/identities/identity.ts'
import type { Key, KeyFilter, KeyId, KeyWithPeople, ServiceKey } from '../../../model/keys/key.ts'
import type { PageRequest } from '../../../model/page.ts'

/** Stores API keys without their secrets, inside a transaction. */
export interface KeyStore {
  /** Adds a key under its digest. Throws if id or digest is taken. */
  insert(key: Key, digest: string): Promise<void>

  /** Null if the key does not exist. Also returns expired and revoked keys. */
  find(id: KeyId): Promise<Key | null>

  /**
   * Revokes a key at the database's current time. Returns false, and changes nothing, if it does
   * not exist or is already revoked, even by a concurrent transaction that commits first.
   */
  revoke(id: KeyId, by: AccountId | null): Promise<boolean>

  /** Revokes all keys of the owner, and returns the number of keys that were not revoked before. */
  revokeAll(ownerId: AccountId, by: AccountId | null): Promise<number>

  /**
   * Revokes all service keys that the account is responsible for, and returns those that were not
   * revoked before, oldest first. Keeps a key that another account takes over in a concurrent
   * transaction that commits first.
   */
  revokeServiceKeys(responsibleId: AccountId, by: AccountId | null): Promise<readonly ServiceKey[]>

  /**
   * Makes an account responsible for a service key. Returns false, and changes nothing, if it does
   * not exist, is expired or is revoked, even by a concurrent transaction that commits first.
   */
  takeOver(id: KeyId, by: AccountId): Promise<boolean>

  /**
   * The sources of the service keys that are neither expired nor revoked, at most `countMax` in alphabetical order:
   * programs ask on behalf of their people.
   */
  listServedSources(countMax: number): Promise<readonly IdentitySource[]>

  /** The matching keys by id, newest first: at most `limit` after the key `after`. */
  list(filter: KeyFilter, page: PageRequest<KeyId>): Promise<readonly KeyWithPeople[]>

  /** The number of the owner's keys that are neither revoked nor expired. */
  countActive(ownerId: AccountId): Promise<number>

  /** When the `place`-th of the owner's keys was created, counted from the newest, which is 1; null if there are fewer. */
  createdAtPlace(ownerId: AccountId, place: number): Promise<Date | null>

  /** The number of the owner's keys that are revoked or expired. */
  countEnded(ownerId: AccountId): Promise<number>

  /**
   * Marks active keys that expire within `withinDays` as reminded, at most `countMax`, first to
   * expire first. Returns those that were not marked before. Exactly one of any concurrent calls
   * gets each key.
   */
  claimExpiring(withinDays: number, countMax: number): Promise<readonly Key[]>
}
