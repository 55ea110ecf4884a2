import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, readerStandingOf } from '../authorization/standing.ts'
import type { Actor } from '../model/actor.ts'
import type { DeadLetter, JobCount, Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import { isNeglected } from './overdue.ts'

export type ShowQueue = { readonly actor: Actor }
export type QueueState = {
  readonly counts: readonly JobCount[]
  /** Whether jobs wait that nobody takes. */
  readonly isNeglected: boolean
  /** Latest first. */
  readonly deadLetters: readonly DeadLetter[]
}

const deadLettersMax = 100

/** How much work waits, and what was given up. For Owner, Admin and operator. */
export async function showQueue(
  ports: Pick<Ports, 'jobQueue' | 'transact'>,
  { actor }: ShowQueue,
): Promise<Result<QueueState, Forbidden>> {
  const allowed = await ports.transact(async (stores) => ok(isAdministrator(await readerStandingOf(stores, actor))))
  if (!allowed.value) return err({ code: 'account.forbidden' })
  const [counts, overdueSeconds, deadLetters] = await Promise.all([
    ports.jobQueue.count(),
    ports.jobQueue.overdueSeconds(),
    ports.jobQueue.listDead(deadLettersMax),
  ])
  return ok({ counts, isNeglected: isNeglected(overdueSeconds), deadLetters })
}
