import type { Forbidden } from '../model/accounts/account-errors.ts'
import type { Origin, Person } from '../model/actor.ts'
import type { AccountHolder, PersonVisibility, Ports, Visibility } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import { gateOf, type Gate } from './gate.ts'
import type { SessionId } from '../model/sessions/session.ts'
import type {
  PasswordChangeRequired,
  SecondFactorRequired,
} from '../model/sign-in/sign-in-errors.ts'
import type { AccessTokenExpired, SessionRefused } from '../model/sessions/session-errors.ts'

/** What an operation admits beside people with a live session and no gate. */
export type SessionAdmission = {
  /** The gate that this operation completes, and that therefore does not block it. */
  readonly allowedGate?: Gate
  /** The operation only reads what the person may see. It works until the token expires, even after the session has ended. */
  readonly isReadOnly?: boolean
}
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

/**
 * What a person who was authenticated may see by now; null if the operation would no longer admit them. Their token may
 * have expired since.
 */
export async function readSessionVisibility(
  ports: Pick<Ports, 'accountHolders'>,
  { userId, sessionId }: Person,
  admission: SessionAdmission,
): Promise<PersonVisibility | null> {
  const holder = await admittedHolder(ports, { userId, sessionId }, admission)
  return holder.ok
    ? { userId, visibility: { principals: holder.value.principals, sources: null } }
    : null
}

type NotAdmitted = SessionRefused | Forbidden | PasswordChangeRequired | SecondFactorRequired

async function admittedHolder(
  { accountHolders }: Pick<Ports, 'accountHolders'>,
  { userId, sessionId }: Pick<Person, 'userId' | 'sessionId'>,
  { allowedGate, isReadOnly = false }: SessionAdmission,
): Promise<Result<AccountHolder, NotAdmitted>> {
  const holder = await accountHolders.findById(userId, sessionId as SessionId | null)
  if (holder?.status !== 'active') return err({ code: 'account.forbidden' })
  if (!holder.isSessionAlive && !isReadOnly) return err({ code: 'session.refused' })
  const gate = gateOf(holder)
  return gate === null || gate === allowedGate ? ok(holder) : err({ code: gate })
}
