import type { SignInAttempts } from '@ken/core/ports'

/** How long a refusal is cached in this process. */
const rememberedMs = 1_000
const clientsMax = 10_000

/**
 * Refuses a client that the database throttled within the last second without another query, so that a flood from one
 * address does not slow others. A known device is always checked, because it has its own limit.
 */
export function refuseThrottledClients(
  attempts: SignInAttempts,
  nowMs: () => number = () => performance.now(),
): SignInAttempts {
  const throttledAt = new Map<string, number>()
  return {
    ...attempts,
    async begin(attempt) {
      const bucket = attempt.client?.bucket
      if (bucket === undefined || attempt.device !== null) return attempts.begin(attempt)
      if (nowMs() - (throttledAt.get(bucket) ?? Number.NEGATIVE_INFINITY) < rememberedMs) {
        return { holder: null, decision: null, isClientThrottled: true, takenFrom: [] }
      }
      throttledAt.delete(bucket)
      const begun = await attempts.begin(attempt)
      if (!begun.isClientThrottled) return begun
      if (throttledAt.size >= clientsMax) throttledAt.clear()
      throttledAt.set(bucket, nowMs())
      return begun
    },
  }
}
