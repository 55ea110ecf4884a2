import type { Forbidden } from '../model/accounts/account-errors.ts'
import type { Origin, Person } from '../model/actor.ts'
import type { AccountHolder, Ports, Visibility } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { PasswordChangeRequired, SecondFactorRequired } from '../model/sign-in/sign-in-errors.ts'
import type { AccessTokenExpired, SessionRefused } from '../model/sessions/session-errors.ts'

/** What stops a session until the person has done it. */
export type Gate = (PasswordChangeRequired | SecondFactorRequired)['code']
export type AuthenticateSession = {
  readonly presented: string
  readonly origin: Origin
  /** The gate that the operation leads out of, and that does not stop it. */
  readonly wayOutOf?: Gate
  /** The operation only reads what the person may see: the token opens it to its end, also when its session ended before. */
  readonly isPlainRead?: boolean
}
/** A signed-in person with the rights of this very moment. */
export type AuthenticatedSession = { readonly actor: Person; readonly visibility: Visibility }

/**
 * Resolves an access token to user, role and ACL. The token proves the session; role, status and the gates of
 * a forced password change and a required second factor are read from the database on each request, and
 * so is whether the session has ended, which refuses all but plain reads.
 */
export async function authenticateSession(
  ports: Pick<Ports, 'accessTokens' | 'accountHolders'>,
  { presented, origin, wayOutOf, isPlainRead = false }: AuthenticateSession,
): Promise<
  Result<AuthenticatedSession, SessionRefused | AccessTokenExpired | Forbidden | PasswordChangeRequired | SecondFactorRequired>
> {
  const claims = await ports.accessTokens.verify(presented)
  if (claims === 'expired') return err({ code: 'session.token_expired' })
  if (claims === 'invalid') return err({ code: 'session.refused' })
  const { userId, sessionId } = claims
  const holder = await ports.accountHolders.findById(userId, sessionId)
  if (holder?.status !== 'active') return err({ code: 'account.forbidden' })
  if (!holder.isSessionAlive && !isPlainRead) return err({ code: 'session.refused' })
  const gate = gateOf(holder)
  if (gate !== null && gate !== wayOutOf) return err({ code: gate })
  const actor: Person = { kind: 'person', userId, role: holder.role, via: 'web', keyId: null, sessionId, source: null, ...origin }
  return ok({ actor, visibility: { principals: holder.principals, sources: null } })
}

function gateOf({ mustChangePassword, mustEnrolSecondFactor }: AccountHolder): Gate | null {
  if (mustChangePassword) return 'sign_in.password_change_required'
  return mustEnrolSecondFactor ? 'sign_in.second_factor_required' : null
}
