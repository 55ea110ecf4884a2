import type { Actor } from '../../model/actor.ts'
import { auditEntry } from '../../model/audit-entry.ts'
import type { Transacts } from '../../ports/index.ts'
import { ok, type Result } from '../../model/result.ts'
import type { AccountNotFound, Forbidden } from '../../model/accounts/account-errors.ts'
import type { AccountId } from '../../model/accounts/account.ts'
import { endSessions } from '../../credentials/end-sessions.ts'
import { authorizeAccountAct } from '../../authorization/authorize-account-act.ts'

export type EndAccountSessions = { readonly actor: Actor; readonly userId: AccountId }

/** Signs a person out everywhere. Returns the number of sessions that ended. */
export async function endAccountSessions(
  ports: Transacts<'accounts' | 'audit' | 'challenges' | 'linkCodes' | 'lockAccount' | 'sessions'>,
  { actor, userId }: EndAccountSessions,
): Promise<Result<{ readonly ended: number }, Forbidden | AccountNotFound>> {
  return ports.transact(async (stores) => {
    const target = await authorizeAccountAct(stores, { actor, act: 'end_sessions', userId })
    if (!target.ok) return target
    const ended = await endSessions(stores, userId, null)
    await stores.audit.append(
      auditEntry(actor, 'account.end_sessions', `user:${userId}`, { ended }),
    )
    return ok({ ended })
  })
}
