import { peekRoleOf } from '../authorization/effective-role.ts'
import { endSessions } from '../credentials/end-sessions.ts'
import type { Person } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Transacts } from '../ports/index.ts'
import type { Forbidden } from '../model/accounts/account-errors.ts'
import { err, ok, type Result } from '../model/result.ts'

export type EndAllSessions = { readonly actor: Person; readonly keepCurrent: boolean }

/**
 * Ends all sessions of the person, or all but the current one, and returns their number. Not audited if none ended, which
 * can be repeated for ever. Forbidden if the current one has ended by now, so that of two sessions that end each other one
 * stays.
 */
export async function endAllSessions(
  ports: Transacts<'accounts' | 'audit' | 'challenges' | 'linkCodes' | 'lockAccount' | 'sessions'>,
  { actor, keepCurrent }: EndAllSessions,
): Promise<Result<number, Forbidden>> {
  return ports.transact(async (stores) => {
    await stores.lockAccount(actor.userId)
    // Read after the lock: another session may have ended this one while it waited.
    if ((await peekRoleOf(stores, actor)) === null) return err({ code: 'account.forbidden' })
    const except = keepCurrent ? actor.sessionId : null
    const count = await endSessions(stores, actor.userId, except)
    if (count > 0)
      await stores.audit.append(
        auditEntry(actor, 'session.end_all', `user:${actor.userId}`, {
          ended: count,
          kept_current: keepCurrent,
        }),
      )
    return ok(count)
  })
}
