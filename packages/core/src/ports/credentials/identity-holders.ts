import type { AccountId, AccountStatus, Role } from '../../model/accounts/account.ts'
import type { Email } from '../../model/accounts/email.ts'
import type { ExternalId, IdentitySource } from '../../model/identities/identity.ts'
import type { Principal } from '../../model/knowledge/principal.ts'

/** A person behind an external identity, at this moment. */
export type IdentityHolder = {
  readonly userId: AccountId
  readonly email: Email
  readonly status: AccountStatus
  readonly role: Role
  readonly principals: readonly Principal[]
  readonly mustChangePassword: boolean
}

/** Who an external identity acts as, read anew on every request that is made on behalf of somebody. */
export interface IdentityHolders {
  /** In one round trip and from no cache. Null when nobody is linked. */
  findByExternalId(source: IdentitySource, externalId: ExternalId): Promise<IdentityHolder | null>
}
