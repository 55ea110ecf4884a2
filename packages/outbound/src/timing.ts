/** Timers and random numbers, which tests replace. */
export type Timing = {
  /** Calls back once, later; the returned function cancels. With `unref`, the process does not wait for it to end. */
  readonly after: (
    milliseconds: number,
    callback: () => void,
    options?: { readonly unref: true },
  ) => () => void
  /** From 0 up to 1. */
  readonly random: () => number
}

export const systemTiming: Timing = {
  after: (milliseconds, callback, options) => {
    const timer = setTimeout(callback, milliseconds)
    if (options?.unref === true) timer.unref()
    return () => clearTimeout(timer)
  },
  random: Math.random,
}

/** Waits, until the signal at most. */
export function pause({ after }: Timing, milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const end = () => {
      cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const cancel = after(milliseconds, end)
    signal.addEventListener('abort', end)
  })
}
