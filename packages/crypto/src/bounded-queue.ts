import { Unavailable } from '@ken/core/ports'

/** How much may run at once, how much more may wait for its turn, and for how long. */
export type QueueLimits = { readonly concurrencyMax: number; readonly queueMax: number; readonly queueWaitMs: number }

/** Runs one piece of work as soon as there is room, or throws `Unavailable` without having begun it. */
export type BoundedQueue = <Result>(work: () => Promise<Result>) => Promise<Result>

/** First come, first served within the limits. `dependency` names the queue in `Unavailable`. */
export function boundedQueue(dependency: string, { concurrencyMax, queueMax, queueWaitMs }: QueueLimits): BoundedQueue {
  const waiting = new Set<() => void>()
  let running = 0

  // By the time a refused caller comes back, whatever waits now has had its turn or was refused too.
  const retryAfterSeconds = Math.ceil(queueWaitMs / 1000)
  const overloaded = () => new Unavailable(dependency, `${dependency} is overloaded: try again later`, { retryAfterSeconds })

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
    else await turn() // Whoever gives the turn hands its place over, so the count stays as it is.
    try {
      return await work()
    } finally {
      const [next] = waiting
      if (next === undefined) running -= 1
      else next()
    }
  }
}
