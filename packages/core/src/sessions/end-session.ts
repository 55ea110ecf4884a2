import type { Person } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { SessionIsCurrent, SessionNotFound } from '../model/sessions/session-errors.ts'
import type { SessionId } from '../model/sessions/session.ts'

export type EndSession = { readonly actor: Person; readonly sessionId: SessionId }

/** Ends one of a person's other sessions. Somebody else's is as good as missing. */
export async function endSession(
  ports: Pick<Ports, 'transact'>,
  { actor, sessionId }: EndSession,
): Promise<Result<null, SessionNotFound | SessionIsCurrent>> {
  if (sessionId === actor.sessionId) return err({ code: 'session.is_current' })
  return ports.transact(async (stores) => {
    if (!(await stores.sessions.end(actor.userId, sessionId))) return err({ code: 'session.not_found' })
    await stores.audit.append(auditEntry(actor, 'session.end', `session:${sessionId}`))
    return ok(null)
  })
}
