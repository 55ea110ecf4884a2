import type { Allowance } from '@ken/core/ports'
import { RateLimiterRes, type RateLimiterMemory, type RateLimiterRedis } from 'rate-limiter-flexible'

/** How a counter answered one call; refused ones are taken too. */
export type Counted = { readonly allowed: boolean; readonly taken: number; readonly resetMilliseconds: number }

/** Counts one call. Throws only when the counter itself fails, not when it refuses. */
export async function countCall(counter: RateLimiterMemory | RateLimiterRedis, keyId: string): Promise<Counted> {
  try {
    const { consumedPoints, msBeforeNext } = await counter.consume(keyId)
    return { allowed: true, taken: consumedPoints, resetMilliseconds: msBeforeNext }
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    return { allowed: false, taken: refusal.consumedPoints, resetMilliseconds: refusal.msBeforeNext }
  }
}

export function toAllowance({ allowed, taken, resetMilliseconds }: Counted, limit: number): Allowance {
  const resetSeconds = Math.max(1, Math.ceil(resetMilliseconds / 1_000))
  return { allowed, limit, remaining: Math.max(0, limit - taken), resetSeconds }
}
