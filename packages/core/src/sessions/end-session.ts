import { peekRoleOf } from '../authorization/effective-role.ts'
import type { Person } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { SessionIsCurrent, SessionNotFound } from '../model/sessions/session-errors.ts'
import type { SessionId } from '../model/sessions/session.ts'

export type EndSession = { readonly actor: Person; readonly sessionId: SessionId }

/**
 * Ends one of the person's other sessions. Another person's session is reported as not found, and every session if the
 * current one has ended by now.
 */
export async function endSession(
  ports: Transacts<'accounts' | 'audit' | 'linkCodes' | 'lockAccount' | 'sessions'>,
  { actor, sessionId }: EndSession,
): Promise<Result<null, SessionNotFound | SessionIsCurrent>> {
  if (sessionId === actor.sessionId) return err({ code: 'session.is_current' })
  return ports.transact(async (stores) => {
    await stores.lockAccount(actor.userId)
    if (
      (await peekRoleOf(stores, actor)) === null ||
      !(await stores.sessions.end(actor.userId, sessionId))
    )
      return err({ code: 'session.not_found' })
    // It may have been created in that session.
    await stores.linkCodes.revokeAll(actor.userId)
    await stores.audit.append(auditEntry(actor, 'session.end', `session:${sessionId}`))
    return ok(null)
  })
}
