import type { KeyLimiter, KeyWindow } from '@ken/core/ports'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import { countCall, toAllowance } from './counting.ts'
import type { RedisConnection } from './redis-connection.ts'

/**
 * Counts calls per key in Redis, for all processes together. While Redis is away each process counts on at the same
 * limit from what it last knew, so an outage neither blocks a key nor gives it a second window at once.
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

  async function countShared(keyId: string) {
    const counted = await countCall(shared, keyId)
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
