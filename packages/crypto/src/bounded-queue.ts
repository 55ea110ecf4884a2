import { Unavailable } from '@ken/core/ports'

/** How many run concurrently, how many may wait, and for how long. */
export type QueueLimits = {
  readonly concurrencyMax: number
  readonly queueMax: number
  readonly queueWaitMs: number
}

/** Runs work when a slot is free, or throws `Unavailable` without starting it. */
export type BoundedQueue = <Result>(work: () => Promise<Result>) => Promise<Result>

/** First in, first out within the limits. `dependency` names the queue in `Unavailable`. */
export function boundedQueue(
  dependency: string,
  { concurrencyMax, queueMax, queueWaitMs }: QueueLimits,
): BoundedQueue {
  const waiting = new Set<() => void>()
  let running = 0

  // By then, everything that waits now has run or was refused.
  const retryAfterSeconds = Math.ceil(queueWaitMs / 1000)
  const overloaded = () =>
    new Unavailable(dependency, `${dependency} is overloaded: try again later`, {
      retryAfterSeconds,
    })

  const turn = () =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        waiting.delete(begin)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(begin)
        reject(overloaded())
      }, queueWaitMs)
      waiting.add(begin)
    })

  return async (work) => {
    if (running < concurrencyMax) running += 1
    else if (waiting.size >= queueMax) throw overloaded()
    else await turn() // The previous work passes its slot on, so the count does not change.
    try {
      return await work()
    } finally {
      const [next] = waiting
      if (next === undefined) running -= 1
      else next()
    }
  }
}
