import { Unavailable } from '@ken/core/ports'
import { requestOver, type RequestScope } from './request-scope.ts'

/** How long and in what number work may wait for a connection. */
export type WaitingLimits = {
  /** Requests that wait at a time; one more is refused at once. */
  readonly requestsMax: number
  readonly requestMs: number
  /** For jobs, schedules, commands, and requests that have stored something. Null waits for as long as it takes. */
  readonly otherMs: number | null
}

/** The right to hold one of a number of connections, in the order of asking. */
export type Slots = {
  /**
   * Null when a slot was free; otherwise resolves once one is. Rejects with `Unavailable` after the limits, and once the
   * request is over.
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

/** `count` slots, all free. Waiting costs no timer of its own: one sweep looks after all that wait. */
export function slots(count: number, { requestsMax, requestMs, otherMs }: WaitingLimits): Slots {
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
      const isOver = waiter.request?.isOver() === true
      if (!isOver && now < waiter.deadline) continue
      leave(waiter)
      waiter.refuse(isOver ? requestOver() : busy())
    }
  }
  const wait = (asking: RequestScope | null): Promise<void> => {
    const request = asking?.isBound() === true ? asking : null
    if (request !== null && requestsWaiting >= requestsMax) return Promise.reject(busy())
    const waitMs = request === null ? otherMs : requestMs
    return new Promise((admit, refuse) => {
      waiting.add({ request, deadline: waitMs === null ? Infinity : performance.now() + waitMs, admit, refuse })
      if (request !== null) requestsWaiting += 1
      sweeping ??= setInterval(sweep, sweepMs).unref()
    })
  }

  return {
    take(request) {
      if (request?.isOver() === true) return Promise.reject(requestOver())
      if (freeCount === 0) return wait(request)
      freeCount -= 1
      return null
    },
    free() {
      for (const waiter of waiting) {
        leave(waiter)
        if (waiter.request?.isOver() !== true) return waiter.admit()
        waiter.refuse(requestOver())
      }
      freeCount += 1
    },
    isAnyWanted: () => waiting.size > 0,
    areAllFree: () => freeCount === count,
  }
}

const busy = () => new Unavailable('database', 'Every connection to the database is in use.', { retryAfterSeconds })
