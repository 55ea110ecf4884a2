import type { CallWindows, KeyLimiter } from '@ken/core/ports'
import { countAlone, countersOf, toAllowances } from './counting.ts'

/**
 * Counts calls per key and person in this process only: for the embedded mode, which has one
 * process.
 */
export function inProcessKeyLimiter(windows: CallWindows): KeyLimiter {
  const counters = countersOf(windows)
  return {
    async take(call) {
      const asked = counters(call)
      return toAllowances(asked, countAlone(asked))
    },
  }
}
