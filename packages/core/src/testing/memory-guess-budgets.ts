import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Guess, GuessBucket, GuessBudgets, GuessRule } from '../ports/guess-budgets.ts'
import { ok } from '../result.ts'
import type { MemoryDatabase } from './memory-database.ts'

/** The first delay is a sixteenth of the window, and four doublings make it the whole. */
const firstDelayShare = 1 / 16

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
    await database.change(async ({ guesses }) => {
      const count = guesses.get(bucket)
      if (count !== undefined) {
        const [failures, consecutive] = [Math.max(0, count.failures - 1), Math.max(0, count.consecutive - 1)]
        guesses.set(bucket, { ...count, failures, consecutive, closedUntil: null })
      }
      return ok(null)
    })
  },

  async clear(bucket) {
    await database.change(async ({ guesses }) => ok(guesses.delete(bucket)))
  },
})

async function takeAtOnce(
  database: MemoryDatabase,
  bucket: GuessBucket,
  { failuresMax, windowSeconds, consecutiveMax }: GuessRule,
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
      closedUntil: closes ? now + windowMilliseconds * Math.min(1, firstDelayShare * 2 ** (failures - failuresMax)) : null,
    })
    return ok<Guess>({ allowed: true, failures })
  })
  return taken.value
}
