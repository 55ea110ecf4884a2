import type { ConnectionSlots } from '../bulkheads/connection-slots.ts'
import { currentRequest } from '../request-scope.ts'

/** Keeps people with long searches from delaying the searches of others. */
export type LongSearches = {
  /**
   * Runs a search. If those of its person lately took long, later ones of others may overtake it, and
   * it waits for one of the connections that such people share.
   */
  readonly run: <Found>(search: () => Promise<Found>) => Promise<Found>
  /** Notes how long a search of the current request ran in the database. */
  readonly noteTime: (milliseconds: number) => void
}

/** A search that takes this long in the database would be felt by those who wait for it. */
const longMs = 50
/** A search waits for others that arrive within this many times its expected time. */
const yieldFactor = 20
const rememberedMs = 10_000
const rememberedMax = 1_000

/** What the next search of a person is expected to take: each search counts as much as all before it. */
type Expected = { readonly milliseconds: number; readonly until: number }

/**
 * What a search costs is unknown before it has run, but people repeat themselves: the next is expected
 * to take as long as their last ones of ten seconds. Short searches are expected of people who are not
 * remembered. Long ones run on `shared` alone, which has fewer slots than there are connections.
 */
export function longSearches(
  shared: ConnectionSlots,
  now: () => number = () => performance.now(),
): LongSearches {
  /** By person, the one noted first in front. */
  const remembered = new Map<string, Expected>()
  const expectedOf = (userId: string): number | null => {
    const expected = remembered.get(userId)
    return expected !== undefined && expected.until > now() ? expected.milliseconds : null
  }

  return {
    async run(search) {
      const request = currentRequest()
      const userId = request?.searcher ?? null
      const expected = userId === null ? null : expectedOf(userId)
      if (request === null || expected === null) return search()
      request.yieldsMs = yieldFactor * expected
      if (expected < longMs) return search()
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
      if (userId === null) return
      const before = expectedOf(userId) ?? milliseconds
      remembered.delete(userId)
      remembered.set(userId, {
        milliseconds: (before + milliseconds) / 2,
        until: now() + rememberedMs,
      })
      const [oldest] = remembered.keys()
      if (remembered.size > rememberedMax) remembered.delete(oldest!)
    },
  }
}
