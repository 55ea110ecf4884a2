/** Timers and chance, so that tests need not wait for either. */
export type Timing = {
  /** Acts once, later; the returned function takes it back. */
  readonly after: (milliseconds: number, act: () => void) => () => void
  /** From 0 up to 1. */
  readonly random: () => number
}

export const systemTiming: Timing = {
  after: (milliseconds, act) => {
    const timer = setTimeout(act, milliseconds)
    return () => clearTimeout(timer)
  },
  random: Math.random,
}

/** Waits, at most until the signal. */
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
