import type { KeyLimiter, KeyWindow } from '@ken/core/ports'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { countCall, toAllowance } from './counting.ts'

/** Counts calls per key in this process only: for the embedded mode, where there is no other. */
export function inProcessKeyLimiter({ limit, windowSeconds }: KeyWindow): KeyLimiter {
  const counter = new RateLimiterMemory({ points: limit, duration: windowSeconds })
  return {
    async take(keyId) {
      return toAllowance(await countCall(counter, keyId), limit)
    },
  }
}
