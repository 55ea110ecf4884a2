import type {
  AccountId,
  AccountProfile,
  AccountStatus,
  Role,
} from '../../model/accounts/account.ts'
import type { GroupSlug } from '../../model/groups/group.ts'
import type { Principal } from '../../model/knowledge/principal.ts'
import type { SessionId } from '../../model/sessions/session.ts'

/** The current state of a person, as every request needs it. */
export type AccountHolder = {
  readonly status: AccountStatus
  readonly role: Role
  readonly principals: readonly Principal[]
  readonly mustChangePassword: boolean
  /** The role requires a second factor, and the person has none. */
  readonly mustEnrolSecondFactor: boolean
  /** The given session belongs to the person and has not ended. */
  readonly isSessionAlive: boolean
}

/** The account of a person, with what they see of it themselves. */
export type Profile = {
  readonly account: AccountProfile
  /** Whether the organisation requires a second factor of the role. */
  readonly secondFactorRequired: boolean
  readonly unusedRecoveryCodes: number
  /** In code-point order. */
  readonly groups: readonly GroupSlug[]
}

/** Resolves a caller to their account, uncached. */
export interface AccountHolders {
  /** Takes one round trip. Null if the account does not exist. Without a session, none is alive. */
  findById(id: AccountId, sessionId: SessionId | null): Promise<AccountHolder | null>
  /** The profile in its current state, in one round trip. Null if the account does not exist. */
  findProfile(id: AccountId): Promise<Profile | null>
}
