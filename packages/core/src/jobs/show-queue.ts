import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, readerEffectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import type { DeadLetter, JobCount, Ports, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import { isStalled } from './is-stalled.ts'

export type ShowQueue = { readonly actor: Actor }
export type QueueState = {
  readonly counts: readonly JobCount[]
  /** Whether jobs are overdue because no worker takes them. */
  readonly isStalled: boolean
  /** Newest first. */
  readonly deadLetters: readonly DeadLetter[]
}

const deadLettersMax = 100

/** Returns the number of queued jobs and the dead letters. For Owner, Admin and operator. */
export async function showQueue(
  ports: Pick<Ports, 'jobQueue'> & Transacts<'accounts'>,
  { actor }: ShowQueue,
): Promise<Result<QueueState, Forbidden>> {
  const allowed = await ports.transact(async (stores) =>
    ok(isAdministrator(await readerEffectiveRoleOf(stores, actor))),
  )
  if (!allowed.value) return err({ code: 'account.forbidden' })
  const [counts, overdueSeconds, deadLetters] = await Promise.all([
    ports.jobQueue.count(),
    ports.jobQueue.overdueSeconds(),
    ports.jobQueue.listDead(deadLettersMax),
  ])
  return ok({ counts, isStalled: isStalled(overdueSeconds), deadLetters })
}
