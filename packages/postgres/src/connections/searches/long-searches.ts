import type { ConnectionSlots } from '../connection-slots.ts'
import { currentRequest } from '../request-scope.ts'

/** Keeps people with long searches from taking all connections for searches. */
export type LongSearches = {
  /**
   * Runs a search. If its person lately had a long one, it waits for one of the connections that
   * they share.
   */
  readonly run: <Found>(search: () => Promise<Found>) => Promise<Found>
  /** Notes how long a search of the current request ran in the database. */
  readonly noteTime: (milliseconds: number) => void
}

/** A search that takes this long in the database would be felt by those who wait for it. */
const longMs = 250
const rememberedMs = 10_000
const rememberedMax = 1_000

/**
 * Searches of people who had a long one in the last ten seconds run on `shared` alone, which has
 * fewer slots than there are connections. What a search will cost is unknown before it has run.
 */
export function longSearches(
  shared: ConnectionSlots,
  now: () => number = () => performance.now(),
): LongSearches {
  /** Until when people are remembered, the one noted first in front. */
  const rememberedUntil = new Map<string, number>()
  const isRemembered = (userId: string) => (rememberedUntil.get(userId) ?? 0) > now()

  return {
    async run(search) {
      const request = currentRequest()
      const userId = request?.searcher ?? null
      if (userId === null || !isRemembered(userId)) return search()
      const waiting = shared.take(request)
      if (waiting !== null) await waiting
      try {
        return await search()
      } finally {
        shared.free()
      }
    },
    noteTime(milliseconds) {
      const userId = currentRequest()?.searcher ?? null
      if (milliseconds < longMs || userId === null) return
      rememberedUntil.delete(userId)
      rememberedUntil.set(userId, now() + rememberedMs)
      const [oldest] = rememberedUntil.keys()
      if (rememberedUntil.size > rememberedMax) rememberedUntil.delete(oldest!)
    },
  }
}
