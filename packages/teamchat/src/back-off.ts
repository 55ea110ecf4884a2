import type { TeamChatFault } from '@ken/core/ports'
import type { Timing } from './timing.ts'

/** How long to leave a server alone after it failed. */
export type BackOff = {
  readonly nextMs: (failed: { readonly fault: TeamChatFault; readonly retryAfterSeconds: number | null }) => number
  /** The server has proven that it works. */
  readonly reset: () => void
}

const firstMs = 1_000
const longestMs = 60_000
/** For what seldom passes by itself, so that nobody is hammered with it. */
const hopelessMs = 300_000
const hopelessGrowth = 4
const hopeless: readonly TeamChatFault[] = ['token_refused', 'not_a_bot', 'address_invalid', 'address_forbidden']

/**
 * Doubles from a second to a minute, less up to half of it by chance, so that many do not come back at once. A server whose
 * database is not there yet refuses good tokens, too: what is refused is asked about again soon at first, and in the end every
 * five minutes.
 */
export function backOff({ random }: Pick<Timing, 'random'>): BackOff {
  let failures = 0
  let refusals = 0
  return {
    nextMs({ fault, retryAfterSeconds }) {
      refusals = hopeless.includes(fault) ? refusals + 1 : 0
      const full =
        refusals > 0
          ? Math.min(firstMs * hopelessGrowth ** (refusals - 1), hopelessMs)
          : Math.min(firstMs * 2 ** failures, longestMs)
      failures += 1
      return Math.max(full * (1 - random() / 2), (retryAfterSeconds ?? 0) * 1_000)
    },
    reset: () => {
      failures = 0
      refusals = 0
    },
  }
}
