import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, effectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { DeadLetterNotFound } from '../model/job-errors.ts'

export type RetryDeadLetters = { readonly actor: Actor; readonly ids: readonly string[] | 'all' }

/**
 * Requeues dead-lettered jobs as new ones and returns their ids: all dead letters, or exactly the given ones. If one of
 * these is missing, none is requeued. For Owner, Admin and operator.
 */
export async function retryDeadLetters(
  ports: Transacts<'accounts' | 'audit' | 'jobs'>,
  { actor, ids }: RetryDeadLetters,
): Promise<Result<readonly string[], Forbidden | DeadLetterNotFound>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await effectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    const retried = await stores.jobs.retryDead(ids)
    const missing = ids === 'all' ? [] : ids.filter((id) => !retried.includes(id))
    if (missing.length > 0) return err({ code: 'job.not_found', ids: missing })
    if (retried.length > 0)
      await stores.audit.append(
        auditEntry(actor, 'queue.retry', 'queue:dead_letters', { jobs: retried.length }),
      )
    return ok(retried)
  })
}
