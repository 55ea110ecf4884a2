import type { KeyLimiter, KeyWindow } from '@ken/core/ports'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import { countCall, toAllowance, type Counted } from './counting.ts'
import type { RedisConnection } from './redis-connection.ts'

/** How much later this process may think that a window ends than Redis does: as long as an answer may take. */
const latenessMs = 1_000

/**
 * Counts calls per key in Redis, for all processes together. While Redis is away each process counts on at the same
 * limit from what it last knew. Redis comes back without those calls, or without any: then the process still keeps to
 * its own count until its window ends, so that no outage gives a key a second allowance in one process.
 */
export function redisKeyLimiter(
  redis: RedisConnection,
  { limit, windowSeconds }: KeyWindow,
  { keyPrefix = 'ken:' }: { readonly keyPrefix?: string } = {},
): KeyLimiter {
  const window = { points: limit, duration: windowSeconds }
  const shared = new RateLimiterRedis({
    ...window,
    storeClient: redis.client,
    keyPrefix: `${keyPrefix}calls`,
    rejectIfRedisNotReady: true,
  })
  const own = new RateLimiterMemory(window)

  async function countShared(keyId: string): Promise<Counted> {
    const counted = await countCall(shared, keyId)
    const { consumedPoints: taken, msBeforeNext: resetMilliseconds } = await own.penalty(keyId)
    const knowsMore = taken > counted.taken && resetMilliseconds > latenessMs
    if (knowsMore) return { allowed: taken <= limit, taken, resetMilliseconds }
    // Zero would mean that the copy never ends.
    await own.set(keyId, counted.taken, Math.max(1, counted.resetMilliseconds) / 1_000)
    return counted
  }
  return {
    async take(keyId) {
      const counted = await redis.attempt(
        () => countShared(keyId),
        () => countCall(own, keyId),
      )
      return toAllowance(counted, limit)
    },
  }
}
