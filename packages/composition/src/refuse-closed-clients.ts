import type { SignInAttempts } from '@ken/core/ports'

/** For how long a refusal stands without another look at the database. */
const rememberedMs = 1_000
const clientsMax = 10_000

/**
 * Refuses a client whose budget was closed within the last second without asking the database, so that a flood from one
 * address takes nothing from anybody else. A device that signed in before is always asked for: it has a budget of its own.
 */
export function refuseClosedClients(attempts: SignInAttempts, nowMs: () => number = () => performance.now()): SignInAttempts {
  const closedAt = new Map<string, number>()
  return {
    ...attempts,
    async begin(attempt) {
      const bucket = attempt.clientBudget?.bucket
      if (bucket === undefined || attempt.device !== null) return attempts.begin(attempt)
      if (nowMs() - (closedAt.get(bucket) ?? Number.NEGATIVE_INFINITY) < rememberedMs) {
        return { holder: null, guess: null, isClientClosed: true, taken: [] }
      }
      closedAt.delete(bucket)
      const begun = await attempts.begin(attempt)
      if (!begun.isClientClosed) return begun
      if (closedAt.size >= clientsMax) closedAt.clear()
      closedAt.set(bucket, nowMs())
      return begun
    },
  }
}
