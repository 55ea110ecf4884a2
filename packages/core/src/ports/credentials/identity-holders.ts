import type { AccountId, AccountStatus, Role } from '../../model/accounts/account.ts'
import type { Email } from '../../model/accounts/email.ts'
import type { ExternalId, IdentitySource } from '../../model/identities/identity.ts'
import type { Principal } from '../../model/knowledge/principal.ts'

/** The current state of the person linked to an external identity. */
export type IdentityHolder = {
  readonly userId: AccountId
  readonly email: Email
  readonly status: AccountStatus
  readonly role: Role
  readonly principals: readonly Principal[]
  readonly mustChangePassword: boolean
}

/**
 * Resolves an external identity to the account it acts as, uncached, on every request on behalf of
 * someone.
 */
export interface IdentityHolders {
  /** Takes one round trip. Null if the identity is not linked. */
  findByExternalId(source: IdentitySource, externalId: ExternalId): Promise<IdentityHolder | null>
}
