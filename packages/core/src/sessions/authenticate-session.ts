import type { Origin, Person } from '../model/actor.ts'
import type { Ports, Visibility } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import { admittedHolder, type NotAdmitted, type SessionAdmission } from './admitted-holder.ts'
import type { AccessTokenExpired } from '../model/sessions/session-errors.ts'

export type AuthenticateSession = SessionAdmission & {
  readonly presented: string
  readonly origin: Origin
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
  { presented, origin, ...admission }: AuthenticateSession,
): Promise<Result<AuthenticatedSession, NotAdmitted | AccessTokenExpired>> {
  const claims = await ports.accessTokens.verify(presented)
  if (claims === 'expired') return err({ code: 'session.token_expired' })
  if (claims === 'invalid') return err({ code: 'session.refused' })
  const { userId, sessionId } = claims
  const holder = await admittedHolder(ports, { userId, sessionId }, admission)
  if (!holder.ok) return holder
  const { role, principals } = holder.value
  const actor: Person = {
    kind: 'person',
    userId,
    role,
    via: 'web',
    keyId: null,
    sessionId,
    source: null,
    ...origin,
  }
  return ok({ actor, visibility: { principals, sources: null } })
}
