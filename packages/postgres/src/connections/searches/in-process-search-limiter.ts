import {
  err,
  ok,
  searchLimits,
  Unavailable,
  type SearchesTooMany,
  type SearchLimiter,
  type SearchLimits,
} from '@ken/core/ports'
import { connectionSlots, type ConnectionSlots } from '../bulkheads/connection-slots.ts'
import { currentRequest, requestScope } from '../request-scope.ts'

const retryAfterSeconds = 1
/** For searches outside requests, such as those of jobs. */
const neverEnding = requestScope(new AbortController().signal)
/** Never thrown to a caller. */
const tooMany = new Unavailable('search', 'Too many searches of one person are in progress.')

/**
 * Limits the searches of each person in this process: its connections are what others would miss. A
 * search whose request ends stops waiting.
 */
export function inProcessSearchLimiter({
  runningMax,
  waitingMax,
  waitMs,
}: SearchLimits = searchLimits): SearchLimiter {
  const people = new Map<string, ConnectionSlots>()
  const waits = { requestsMax: waitingMax, requestMs: waitMs, otherMs: waitMs }
  const refusal: SearchesTooMany = { code: 'search.too_many', runningMax, retryAfterSeconds }

  const slotsOf = (userId: string): ConnectionSlots => {
    const known = people.get(userId)
    if (known !== undefined) return known
    const slots = connectionSlots(runningMax, waits, () => tooMany)
    people.set(userId, slots)
    return slots
  }
  return {
    async run(userId, search) {
      const slots = slotsOf(userId)
      try {
        const request = currentRequest()
        if (request !== null) request.searcher = userId
        const waiting = slots.take(request ?? neverEnding)
        if (waiting !== null) await waiting
      } catch (error) {
        if (error !== tooMany) throw error
        return err(refusal)
      }
      try {
        return ok(await search())
      } finally {
        slots.free()
        // People who search nothing now take no memory.
        if (slots.areAllFree()) people.delete(userId)
      }
    },
  }
}
