import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  deviceGuessDays,
  type Guess,
  type GuessBucket,
  type GuessBudgets,
  type GuessRule,
} from '../../../ports/credentials/guess-budgets.ts'
import type { AccountId } from '../../../model/accounts/account.ts'
import { ok } from '../../../model/result.ts'
import { accountBucket } from '../../../attempt-limits/guesses.ts'
import type { GuessCount, MemoryDatabase, MemoryTables } from '../memory-database.ts'

/** Guesses that closed a bucket may yet be forgiven: in memory they are judged within so many turns of the event loop. */
const turnsMax = 20

export const memoryGuessBudgets = (database: MemoryDatabase): GuessBudgets => ({
  async take(bucket, rule) {
    for (let turns = 0; ; turns += 1) {
      const guess = await takeAtOnce(database, bucket, rule)
      if (guess.allowed || turns === turnsMax) return guess
      await nextTurn()
    }
  },

  async forgive(bucket) {
    await database.change(async ({ guesses }) => ok(forgiveIn(guesses, bucket)))
  },

  async clear(bucket) {
    await database.change(async ({ guesses }) => ok(guesses.delete(bucket)))
  },

  async prune(countMax) {
    const pruned = await database.change(async ({ accounts, guesses }) => {
      const now = database.now().getTime()
      const isKept = ([bucket, { consecutive, windowEndsAt }]: readonly [GuessBucket, GuessCount]) => {
        const isOfRecentDevice = (id: AccountId) =>
          bucket.startsWith(`device:${id}:`) && windowEndsAt > now - deviceGuessDays * 86_400_000
        return consecutive > 0 && [...accounts.keys()].some((id) => bucket === accountBucket(id) || isOfRecentDevice(id))
      }
      const past = [...guesses].filter(([, { windowEndsAt }]) => windowEndsAt <= now)
      const forgotten = past.filter((guess) => !isKept(guess)).slice(0, countMax)
      for (const [bucket] of forgotten) guesses.delete(bucket)
      return ok(forgotten.length)
    })
    return pruned.value
  },
})

/** Within a change: gives one guess back. */
export function forgiveIn(guesses: MemoryTables['guesses'], bucket: GuessBucket): void {
  const count = guesses.get(bucket)
  if (count === undefined) return
  const [failures, consecutive] = [Math.max(0, count.failures - 1), Math.max(0, count.consecutive - 1)]
  guesses.set(bucket, { ...count, failures, consecutive, closedUntil: null })
}

async function takeAtOnce(
  database: MemoryDatabase,
  bucket: GuessBucket,
  { failuresMax, windowSeconds, firstDelaySeconds, consecutiveMax }: GuessRule,
): Promise<Guess> {
  const taken = await database.change(async ({ guesses }) => {
    const now = database.now().getTime()
    const count = guesses.get(bucket) ?? { failures: 0, consecutive: 0, windowEndsAt: now, closedUntil: null }
    if (count.consecutive >= consecutiveMax) return ok<Guess>({ allowed: false, retryAfterSeconds: null })
    if (count.closedUntil !== null && count.closedUntil > now) {
      return ok<Guess>({ allowed: false, retryAfterSeconds: Math.ceil((count.closedUntil - now) / 1_000) })
    }
    const isWindowOver = count.windowEndsAt <= now
    const failures = isWindowOver ? 1 : count.failures + 1
    const closes = failures >= failuresMax
    const windowMilliseconds = windowSeconds * 1_000
    guesses.set(bucket, {
      failures,
      consecutive: count.consecutive + 1,
      windowEndsAt: isWindowOver || closes ? now + windowMilliseconds : count.windowEndsAt,
      closedUntil: closes ? now + Math.min(windowMilliseconds, firstDelaySeconds * 1_000 * 2 ** (failures - failuresMax)) : null,
    })
    return ok<Guess>({ allowed: true, failures })
  })
  return taken.value
}
