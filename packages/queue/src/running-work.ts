import { setTimeout as sleep } from 'node:timers/promises'

/** Knows whether any work runs. */
export type RunningWork = {
  /** The same work, counted while it runs. */
  readonly counted: <Given extends readonly unknown[], Value>(
    work: (...given: Given) => Promise<Value>,
  ) => (...given: Given) => Promise<Value>
  /** Resolves once nothing has run for this long, or when the signal aborts. */
  readonly rested: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

const lookEveryMs = 100

export function runningWork(): RunningWork {
  let running = 0
  return {
    counted:
      (work) =>
      async (...given) => {
        running += 1
        try {
          return await work(...given)
        } finally {
          running -= 1
        }
      },
    async rested(milliseconds, signal) {
      for (let restedMs = 0; restedMs < milliseconds && !signal.aborted; restedMs += lookEveryMs) {
        await sleep(lookEveryMs, undefined, { signal }).catch(() => {})
        if (running > 0) restedMs = -lookEveryMs
      }
    },
  }
}
