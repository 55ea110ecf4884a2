import type { Forbidden } from '../model/accounts/account-errors.ts'
import type { Origin, Person } from '../model/actor.ts'
import type { Ports, Visibility } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import { gateOf, type Gate } from './gate.ts'
import type {
  PasswordChangeRequired,
  SecondFactorRequired,
} from '../model/sign-in/sign-in-errors.ts'
import type { AccessTokenExpired, SessionRefused } from '../model/sessions/session-errors.ts'

export type AuthenticateSession = {
  readonly presented: string
  readonly origin: Origin
  /** The gate that this operation completes, and that therefore does not block it. */
  readonly allowedGate?: Gate
  /** The operation only reads what the person may see. It works until the token expires, even after the session has ended. */
  readonly isReadOnly?: boolean
}
/** A signed-in person with their current permissions. */
export type AuthenticatedSession = { readonly actor: Person; readonly visibility: Visibility }

/**
 * Resolves an access token to a person, their role and the principals that decide which documents they see. The role,
 * status, gates and end of the session are read from the database on each request, uncached. An ended session may still
 * perform operations with `isReadOnly`.
 */
export async function authenticateSession(
  ports: Pick<Ports, 'accessTokens' | 'accountHolders'>,
  { presented, origin, allowedGate, isReadOnly = false }: AuthenticateSession,
): Promise<
  Result<
    AuthenticatedSession,
    SessionRefused | AccessTokenExpired | Forbidden | PasswordChangeRequired | SecondFactorRequired
  >
> {
  const claims = await ports.accessTokens.verify(presented)
  if (claims === 'expired') return err({ code: 'session.token_expired' })
  if (claims === 'invalid') return err({ code: 'session.refused' })
  const { userId, sessionId } = claims
  const holder = await ports.accountHolders.findById(userId, sessionId)
  if (holder?.status !== 'active') return err({ code: 'account.forbidden' })
  if (!holder.isSessionAlive && !isReadOnly) return err({ code: 'session.refused' })
  const gate = gateOf(holder)
  if (gate !== null && gate !== allowedGate) return err({ code: gate })
  const actor: Person = {
    kind: 'person',
    userId,
    role: holder.role,
    via: 'web',
    keyId: null,
    sessionId,
    source: null,
    ...origin,
  }
  return ok({ actor, visibility: { principals: holder.principals, sources: null } })
}
