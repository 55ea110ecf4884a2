import type { ChangesExhausted } from '../model/accounts/account-errors.ts'
import type { Actor } from '../model/actor.ts'
import type { AttemptBucket, AttemptLimit, Ports, Transacts } from '../ports/index.ts'
import { err, type Err, type Result } from '../model/result.ts'
import { refund, refundIfThrown } from './attempt-limits.ts'

/** The changes of each kind that a person makes within an hour. */
export const changesPerHourMax = 200

const changeLimit: AttemptLimit = {
  failuresMax: changesPerHourMax,
  windowSeconds: 3_600,
  firstDelaySeconds: 3_600,
  consecutiveMax: Number.MAX_SAFE_INTEGER,
}

/** What a person could otherwise repeat for ever: entries of the audit log about their own account, and emails to others. */
export type LimitedChange = ChangesExhausted['kind']

/**
 * Makes a change of a person, unless they have made `changesPerHourMax` of its kind within an hour. A change that is
 * refused or fails, or that changed nothing, does not count, and a retry of one that succeeded gets its response. The
 * operator has no limit.
 */
export async function withinChangeLimit<Outcome extends Result<unknown, unknown>>(
  ports: Pick<Ports, 'attemptLimits'> & Transacts<never>,
  actor: Actor,
  kind: LimitedChange,
  change: () => Promise<Outcome>,
  isChange: (outcome: Outcome) => boolean = (outcome) => outcome.ok,
): Promise<Outcome | Err<ChangesExhausted>> {
  if (actor.kind !== 'person') return change()
  const bucket: AttemptBucket = `${kind}:${actor.userId}`
  const taken = await ports.attemptLimits.take(bucket, changeLimit)
  if (!taken.allowed) {
    const retryAfterSeconds = taken.retryAfterSeconds ?? changeLimit.windowSeconds
    // In a transaction, because that is where a retry finds the response.
    return ports.transact(async () =>
      err({ code: 'account.changes_exhausted', kind, retryAfterSeconds }),
    )
  }
  const changed = await refundIfThrown(ports, [bucket], change)
  if (!isChange(changed)) await refund(ports, [bucket])
  return changed
}
