/** The count of one window including this call; refused calls count, too. */
export type Counted = { readonly calls: number; readonly resetMilliseconds: number }

/** The calls that this process knows, in one window per id. */
export type OwnCounts = {
  /** Counts a call in the current window of the id, or starts a new window. */
  readonly count: (id: string) => Counted
  /** Replaces the count of an id's current window. */
  readonly adopt: (id: string, counted: Counted) => void
}

type Window = { calls: number; endsAt: number }

/**
 * A plain map, because every call writes it once per counter: no timer, no promise. Removes expired
 * windows once per window length, so that inactive ids take no memory.
 */
export function ownCounts({ windowSeconds }: { readonly windowSeconds: number }): OwnCounts {
  const windowMs = windowSeconds * 1_000
  const windows = new Map<string, Window>()
  let sweepAt = 0

  const sweep = (now: number) => {
    for (const [id, { endsAt }] of windows) if (endsAt <= now) windows.delete(id)
    sweepAt = now + windowMs
  }
  return {
    count(id) {
      const now = performance.now()
      if (now >= sweepAt) sweep(now)
      let window = windows.get(id)
      if (window === undefined || window.endsAt <= now) {
        window = { calls: 0, endsAt: now + windowMs }
        windows.set(id, window)
      }
      window.calls += 1
      // Of fractions, the difference may exceed the window by a fraction, which would round up to a second.
      const resetMilliseconds = Math.min(windowMs, window.endsAt - now)
      return { calls: window.calls, resetMilliseconds }
    },
    adopt(id, { calls, resetMilliseconds }) {
      windows.set(id, { calls, endsAt: performance.now() + resetMilliseconds })
    },
  }
}
