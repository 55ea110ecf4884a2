import type { Forbidden } from '../model/accounts/account-errors.ts'
import type { AccountId } from '../model/accounts/account.ts'
import type { Origin, Person } from '../model/actor.ts'
import { err, ok, type Result } from '../model/result.ts'
import type {
  PasswordChangeRequired,
  SecondFactorRequired,
} from '../model/sign-in/sign-in-errors.ts'
import type { Ports } from '../ports/index.ts'
import type { AuthenticatedSession } from './authenticate-session.ts'
import { gateOf } from './gate.ts'

export type AuthenticatePortalUser = {
  /** The account that the portal has for its own user, a UUID in any case. Any other value is refused. */
  readonly userId: string
  readonly origin: Origin
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Resolves the account of a person whom a program that embeds Ken has authenticated itself. Ken checks no credential: the
 * caller vouches for the person, and every audit entry of the actor says so (`via: 'portal'`). The role, the status and
 * the gates are read from the database on each call, uncached, so call it for each request.
 */
export async function authenticatePortalUser(
  ports: Pick<Ports, 'accountHolders'>,
  { userId, origin }: AuthenticatePortalUser,
): Promise<
  Result<AuthenticatedSession, Forbidden | PasswordChangeRequired | SecondFactorRequired>
> {
  // Callers without types may pass anything. One spelling, because ids are compared as text.
  if (typeof userId !== 'string' || !uuid.test(userId)) return err({ code: 'account.forbidden' })
  const id = userId.toLowerCase() as AccountId // Checked by the line above and looked up below.
  const holder = await ports.accountHolders.findById(id, null)
  if (holder?.status !== 'active') return err({ code: 'account.forbidden' })
  const gate = gateOf(holder)
  if (gate !== null) return err({ code: gate })
  const actor: Person = {
    kind: 'person',
    userId: id,
    role: holder.role,
    via: 'portal',
    keyId: null,
    sessionId: null,
    source: null,
    ...origin,
  }
  return ok({ actor, visibility: { principals: holder.principals, sources: null } })
}
