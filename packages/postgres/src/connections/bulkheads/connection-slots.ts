import { Unavailable } from '@ken/core/ports'
import { callerOf, requestEnded, type RequestScope } from '../request-scope.ts'
import { waitingLine, type Waiting } from './waiting-line.ts'

/** How long and how many units of work may wait for a connection. */
export type WaitingLimits = {
  /**
   * The most requests that wait at a time. A further one is refused immediately, unless it takes the place of another
   * caller's.
   */
  readonly requestsMax: number
  readonly requestMs: number
  /**
   * For jobs, schedules, commands, and requests that have written something. Null waits without
   * limit.
   */
  readonly otherMs: number | null
}

/**
 * A semaphore for a number of connections, first in, first out, except for requests that yield, and for callers, who
 * take turns.
 */
export type ConnectionSlots = {
  /**
   * Null if a slot was free; otherwise resolves once one is. Rejects with `Unavailable` at the
   * limits and when the request ends.
   */
  readonly take: (request: RequestScope | null) => Promise<void> | null
  readonly free: () => void
  readonly isAnyWanted: () => boolean
  readonly areAllFree: () => boolean
}

type Waiter = Waiting & {
  readonly request: RequestScope | null
  readonly deadline: number
  readonly admit: () => void
  readonly refuse: (error: Unavailable) => void
}

const sweepMs = 100
const retryAfterSeconds = 1

/** `count` free slots. One timer checks all waiting work. `busy` is the error at the limits. */
export function connectionSlots(
  count: number,
  { requestsMax, requestMs, otherMs }: WaitingLimits,
  busy: () => Unavailable = databaseBusy,
): ConnectionSlots {
  const waiting = waitingLine<Waiter>()
  let freeCount = count
  let requestsWaiting = 0
  let sweeping: NodeJS.Timeout | null = null

  const noteLeft = ({ request }: Waiter) => {
    if (request !== null) requestsWaiting -= 1
  }
  const sweep = () => {
    if (waiting.isEmpty() && sweeping !== null) {
      clearInterval(sweeping)
      sweeping = null
    }
    const now = performance.now()
    for (const waiter of waiting.takeAll((one) => hasEnded(one) || one.deadline <= now)) {
      noteLeft(waiter)
      waiter.refuse(hasEnded(waiter) ? requestEnded() : busy())
    }
  }
  /** Frees a place if there is none, by refusing the last request of the caller that has the most. */
  const hasPlace = (caller: string | null): boolean => {
    if (requestsWaiting < requestsMax) return true
    const displaced = waiting.takeLastOfMost(caller, ({ request }) => request !== null)
    if (displaced === undefined) return false
    noteLeft(displaced)
    displaced.refuse(busy())
    return true
  }
  const wait = (asking: RequestScope | null): Promise<void> => {
    const request = asking?.isStoppable() === true ? asking : null
    const caller = asking === null ? null : callerOf(asking)
    if (request !== null && !hasPlace(caller)) return Promise.reject(busy())
    const waitMs = request === null ? otherMs : requestMs
    const now = performance.now()
    const deadline = waitMs === null ? Infinity : now + waitMs
    const rank = now + (asking?.yieldsMs ?? 0)
    return new Promise((admit, refuse) => {
      waiting.add({ request, caller, deadline, rank, admit, refuse })
      if (request !== null) requestsWaiting += 1
      sweeping ??= setInterval(sweep, sweepMs).unref()
    })
  }

  return {
    take(request) {
      if (request?.hasEnded() === true) return Promise.reject(requestEnded())
      if (freeCount === 0) return wait(request)
      freeCount -= 1
      return null
    },
    free() {
      for (;;) {
        const waiter = waiting.takeFirst()
        if (waiter === undefined) break
        noteLeft(waiter)
        if (!hasEnded(waiter)) return waiter.admit()
        waiter.refuse(requestEnded())
      }
      freeCount += 1
    },
    isAnyWanted: () => !waiting.isEmpty(),
    areAllFree: () => freeCount === count,
  }
}

const hasEnded = ({ request }: Waiter): boolean => request?.hasEnded() === true

const databaseBusy = () =>
  new Unavailable('database', 'Every connection of this process to the database is in use.', {
    retryAfterSeconds,
  })
