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

/** A semaphore for a number of connections, first in, first out. */
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
  const waiting = new Set<Waiter>()
  let freeCount = count
  let requestsWaiting = 0
  let sweeping: NodeJS.Timeout | null = null

  const leave = (waiter: Waiter) => {
    waiting.delete(waiter)
    if (waiter.request !== null) requestsWaiting -= 1
  }
  const sweep = () => {
    if (waiting.size === 0 && sweeping !== null) {
      clearInterval(sweeping)
      sweeping = null
    }
    const now = performance.now()
    for (const waiter of waiting) {
      const isOver = waiter.request?.hasEnded() === true
      if (!isOver && now < waiter.deadline) continue
      leave(waiter)
      waiter.refuse(isOver ? requestEnded() : busy())
    }
  }
  const wait = (asking: RequestScope | null): Promise<void> => {
    const request = asking?.isStoppable() === true ? asking : null
    if (request !== null && requestsWaiting >= requestsMax) return Promise.reject(busy())
    const waitMs = request === null ? otherMs : requestMs
    return new Promise((admit, refuse) => {
      waiting.add({
        request,
        deadline: waitMs === null ? Infinity : performance.now() + waitMs,
        admit,
        refuse,
      })
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
      for (const waiter of waiting) {
        leave(waiter)
        if (waiter.request?.hasEnded() !== true) return waiter.admit()
        waiter.refuse(requestEnded())
      }
      freeCount += 1
    },
    isAnyWanted: () => waiting.size > 0,
    areAllFree: () => freeCount === count,
  }
}

const databaseBusy = () =>
  new Unavailable('database', 'Every connection to the database is in use.', { retryAfterSeconds })
