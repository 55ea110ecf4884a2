import type { AccountId, AccountStatus, Role } from '../../model/accounts/account.ts'
import type { Principal } from '../../model/knowledge/principal.ts'
import type { SessionId } from '../../model/sessions/session.ts'

/** A person at this moment, as far as every request needs to know. */
export type AccountHolder = {
  readonly status: AccountStatus
  readonly role: Role
  readonly principals: readonly Principal[]
  readonly mustChangePassword: boolean
  /** The role requires a second factor and the person has none. */
  readonly mustEnrolSecondFactor: boolean
  /** The session that was asked for belongs to the person and has not ended. */
  readonly isSessionAlive: boolean
}

/** Who stands behind an access token, read anew on every request. */
export interface AccountHolders {
  /** In one round trip and from no cache. Null when the account is gone. */
  findById(id: AccountId, sessionId: SessionId): Promise<AccountHolder | null>
}
