import type { AccountId } from '../../model/accounts/account.ts'
import type { ExternalId, Identity, IdentityId, IdentitySource } from '../../model/identities/identity.ts'

/** External identities at rest, inside a transaction. */
export interface IdentityStore {
  /** Adds an identity; false when its external id is linked in its source, also by a transaction that commits first. */
  insert(identity: Identity): Promise<boolean>

  find(source: IdentitySource, externalId: ExternalId): Promise<Identity | null>

  /** The account's identities, newest first, at most 1,000. */
  listOf(userId: AccountId): Promise<readonly Identity[]>

  /** Removes an identity of the account and answers it; null when the account has none of that id. Of any number at once one succeeds. */
  remove(userId: AccountId, id: IdentityId): Promise<Identity | null>

  /** Removes all identities of a source; says how many. */
  removeAll(source: IdentitySource): Promise<number>
}
