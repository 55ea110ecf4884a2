import type { Timing } from './timing.ts'

/** How long to wait before the next attempt after a server failed. */
export type Backoff = {
  readonly nextDelayMs: (failed: {
    readonly fault: string
    readonly retryAfterSeconds: number | null
  }) => number
  /** To be called when the server has proven that it works. */
  readonly reset: () => void
}

const firstDelayMs = 1_000
const delayMsMax = 60_000
/** For faults that rarely pass by themselves, so that the server is not flooded with requests. */
const persistentDelayMsMax = 300_000
const persistentDelayGrowth = 4

/**
 * Exponential backoff from a second to a minute, with jitter of up to half, so that clients do not reconnect at the same
 * moment. A server whose database is still starting refuses valid tokens too: after one of the persistent faults the delay
 * is short at first and grows to five minutes.
 */
export function backoff(
  { random }: Pick<Timing, 'random'>,
  persistentFaults: readonly string[],
): Backoff {
  let failures = 0
  let refusals = 0
  return {
    nextDelayMs({ fault, retryAfterSeconds }) {
      refusals = persistentFaults.includes(fault) ? refusals + 1 : 0
      const full =
        refusals > 0
          ? Math.min(firstDelayMs * persistentDelayGrowth ** (refusals - 1), persistentDelayMsMax)
          : Math.min(firstDelayMs * 2 ** failures, delayMsMax)
      failures += 1
      return Math.max(full * (1 - random() / 2), (retryAfterSeconds ?? 0) * 1_000)
    },
    reset: () => {
      failures = 0
      refusals = 0
    },
  }
}
