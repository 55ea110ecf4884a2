/** Stops calls to a service that keeps failing, so that callers do not wait for it. */
export type CircuitBreaker = {
  /** Whether to call the service now. While the circuit is open, true for one trial call per pause. */
  readonly tryAcquire: () => boolean
  /** Closes the circuit. */
  readonly recordSuccess: () => void
  /** Opens the circuit after too many failures in a row, and starts the pause again. */
  readonly recordFailure: () => void
}
export type CircuitBreakerOptions = {
  /** This many failures in a row open the circuit. */
  readonly failuresMax: number
  readonly pauseMs: number
  /** The default is monotonic. */
  readonly nowMs?: () => number
}

/** A closed circuit. */
export function circuitBreaker({
  failuresMax,
  pauseMs,
  nowMs = () => performance.now(),
}: CircuitBreakerOptions): CircuitBreaker {
  let failures = 0
  let pausedAtMs = -Infinity
  return {
    tryAcquire() {
      if (failures < failuresMax) return true
      const elapsedMs = nowMs() - pausedAtMs
      // A clock that was set back must not extend the pause.
      if (elapsedMs >= 0 && elapsedMs < pauseMs) return false
      // All other callers wait while this one tries.
      pausedAtMs = nowMs()
      return true
    },
    recordSuccess() {
      failures = 0
    },
    recordFailure() {
      failures += 1
      pausedAtMs = nowMs()
    },
  }
}
