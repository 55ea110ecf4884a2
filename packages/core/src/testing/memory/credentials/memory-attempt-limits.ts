import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  deviceAttemptDays,
  type AttemptDecision,
  type AttemptBucket,
  type AttemptLimits,
  type AttemptLimit,
} from '../../../ports/credentials/attempt-limits.ts'
import type { AccountId } from '../../../model/accounts/account.ts'
import { ok } from '../../../model/result.ts'
import { accountBucket } from '../../../attempt-limits/attempt-limits.ts'
import type { AttemptCount, MemoryDatabase, MemoryTables } from '../memory-database.ts'

/**
 * An attempt that closed a bucket may still be refunded. In memory it is verified within this many
 * turns of the event loop.
 */
const turnsMax = 20

export const memoryAttemptLimits = (database: MemoryDatabase): AttemptLimits => ({
  async take(bucket, limit) {
    for (let turns = 0; ; turns += 1) {
      const decision = await takeAtOnce(database, bucket, limit)
      if (decision.allowed || turns === turnsMax) return decision
      await nextTurn()
    }
  },

  async refund(bucket) {
    await database.change(async ({ attempts }) => ok(refundIn(attempts, bucket)))
  },

  async clear(bucket) {
    await database.change(async ({ attempts }) => ok(attempts.delete(bucket)))
  },

  async prune(countMax) {
    const pruned = await database.change(async ({ accounts, attempts }) => {
      const now = database.now().getTime()
      const isKept = ([bucket, { consecutive, windowEndsAt }]: readonly [
        AttemptBucket,
        AttemptCount,
      ]) => {
        const isOfRecentDevice = (id: AccountId) =>
          bucket.startsWith(`device:${id}:`) && windowEndsAt > now - deviceAttemptDays * 86_400_000
        return (
          consecutive > 0 &&
          [...accounts.keys()].some((id) => bucket === accountBucket(id) || isOfRecentDevice(id))
        )
      }
      const past = [...attempts].filter(([, { windowEndsAt }]) => windowEndsAt <= now)
      const forgotten = past.filter((decision) => !isKept(decision)).slice(0, countMax)
      for (const [bucket] of forgotten) attempts.delete(bucket)
      return ok(forgotten.length)
    })
    return pruned.value
  },
})

/** Gives one attempt back, within a change. */
export function refundIn(attempts: MemoryTables['attempts'], bucket: AttemptBucket): void {
  const count = attempts.get(bucket)
  if (count === undefined) return
  const [failures, consecutive] = [
    Math.max(0, count.failures - 1),
    Math.max(0, count.consecutive - 1),
  ]
  attempts.set(bucket, { ...count, failures, consecutive, closedUntil: null })
}

async function takeAtOnce(
  database: MemoryDatabase,
  bucket: AttemptBucket,
  { failuresMax, windowSeconds, firstDelaySeconds, consecutiveMax }: AttemptLimit,
): Promise<AttemptDecision> {
  const decided = await database.change(async ({ attempts }) => {
    const now = database.now().getTime()
    const count = attempts.get(bucket) ?? {
      failures: 0,
      consecutive: 0,
      windowEndsAt: now,
      closedUntil: null,
    }
    if (count.consecutive >= consecutiveMax)
      return ok<AttemptDecision>({ allowed: false, retryAfterSeconds: null })
    if (count.closedUntil !== null && count.closedUntil > now) {
      return ok<AttemptDecision>({
        allowed: false,
        retryAfterSeconds: Math.ceil((count.closedUntil - now) / 1_000),
      })
    }
    const isWindowOver = count.windowEndsAt <= now
    const failures = isWindowOver ? 1 : count.failures + 1
    const closes = failures >= failuresMax
    const windowMilliseconds = windowSeconds * 1_000
    attempts.set(bucket, {
      failures,
      consecutive: count.consecutive + 1,
      windowEndsAt: isWindowOver || closes ? now + windowMilliseconds : count.windowEndsAt,
      closedUntil: closes
        ? now +
          Math.min(windowMilliseconds, firstDelaySeconds * 1_000 * 2 ** (failures - failuresMax))
        : null,
    })
    return ok<AttemptDecision>({ allowed: true, failures })
  })
  return decided.value
}
