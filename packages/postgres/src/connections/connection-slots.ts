import { Unavailable } from '@ken/core/ports'
import { requestEnded, type RequestScope } from './request-scope.ts'

/** How long and how many units of work may wait for a connection. */
export type WaitingLimits = {
  /** The most requests that wait at a time; further ones are refused immediately. */
  readonly requestsMax: number
  readonly requestMs: number
  /**
   * For jobs, schedules, commands, and requests that have written something. Null waits without
   * limit.
   */
  readonly otherMs: number | null
}

/** A semaphore for a number of connections, first in, first out, except for requests that yield. */
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

type Waiter = {
  readonly request: RequestScope | null
  readonly deadline: number
  /** The time at which it began to wait, plus the time for which it yields to others. */
  readonly rank: number
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
  // A list: V8 keeps the tables that a busy `Set` has replaced, and all that waited, until it collects the whole heap.
  const waiting: Waiter[] = [] // by rank
  let freeCount = count
  let requestsWaiting = 0
  let sweeping: NodeJS.Timeout | null = null

  const leave = (position: number): Waiter => {
    const [waiter] = waiting.splice(position, 1) as [Waiter] // The position of a waiter.
    if (waiter.request !== null) requestsWaiting -= 1
    return waiter
  }
  const sweep = () => {
    if (waiting.length === 0 && sweeping !== null) {
      clearInterval(sweeping)
      sweeping = null
    }
    const now = performance.now()
    for (let position = waiting.length - 1; position >= 0; position -= 1) {
      const { request, deadline, refuse } = waiting[position]!
      const isOver = request?.hasEnded() === true
      if (!isOver && now < deadline) continue
      leave(position)
      refuse(isOver ? requestEnded() : busy())
    }
  }
  const wait = (asking: RequestScope | null): Promise<void> => {
    const request = asking?.isStoppable() === true ? asking : null
    if (request !== null && requestsWaiting >= requestsMax) return Promise.reject(busy())
    const waitMs = request === null ? otherMs : requestMs
    const now = performance.now()
    const deadline = waitMs === null ? Infinity : now + waitMs
    const rank = now + (asking?.yieldsMs ?? 0)
    return new Promise((admit, refuse) => {
      const position = waiting.findLastIndex((earlier) => earlier.rank <= rank) + 1
      waiting.splice(position, 0, { request, deadline, rank, admit, refuse })
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
      while (waiting.length > 0) {
        const { request, admit, refuse } = leave(0)
        if (request?.hasEnded() !== true) return admit()
        refuse(requestEnded())
      }
      freeCount += 1
    },
    isAnyWanted: () => waiting.length > 0,
    areAllFree: () => freeCount === count,
  }
}

const databaseBusy = () =>
  new Unavailable('database', 'Every connection of this process to the database is in use.', {
    retryAfterSeconds,
  })
