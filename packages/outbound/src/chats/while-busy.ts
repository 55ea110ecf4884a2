import { ServerFailure } from '../server-failure.ts'
import { pause, type Timing } from '../timing.ts'

const attemptsMax = 5
const attemptAfterMs = 1_000

/**
 * Repeats a call after the pause that a busy server asks for, so that longer work need not start over. Rethrows any other
 * failure, the fifth failure, and every failure after the signal.
 */
export async function whileBusy<Value>(
  timing: Timing,
  signal: AbortSignal,
  call: () => Promise<Value>,
): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call()
    } catch (error) {
      const isBusy = error instanceof ServerFailure && error.fault === 'server_failing'
      if (!isBusy || attempt === attemptsMax || signal.aborted) throw error
      const askedMs = (error.retryAfterSeconds ?? 0) * 1_000
      await pause(timing, Math.max(askedMs, attemptAfterMs * attempt), signal)
    }
  }
}
