import type { AccountId } from '../../../model/accounts/account.ts'
import type {
  ExternalId,
  Identity,
  IdentityId,
  IdentitySource,
} from '../../../model/identities/identity.ts'

/** Stores external identities, inside a transaction. */
export interface IdentityStore {
  /**
   * Returns false if the external id is already linked in its source, even by a concurrent
   * transaction that commits first.
   */
  insert(identity: Identity): Promise<boolean>

  /** Null if the external id is not linked in this source. */
  find(source: IdentitySource, externalId: ExternalId): Promise<Identity | null>

  /** Those of the external ids that are linked in this source. */
  findLinked(
    source: IdentitySource,
    externalIds: readonly ExternalId[],
  ): Promise<ReadonlySet<ExternalId>>

  /** The account's identities, newest first, at most 1,000. */
  listByUser(userId: AccountId): Promise<readonly Identity[]>

  /**
   * Deletes and returns an identity of the account; null if the account has none with this id.
   * Exactly one of any concurrent calls succeeds.
   */
  remove(userId: AccountId, id: IdentityId): Promise<Identity | null>

  /** Deletes all identities of a source, and returns their number. */
  removeAll(source: IdentitySource): Promise<number>
}
