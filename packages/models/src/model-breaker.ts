const failuresMax = 3
const restMs = 10_000

/** Spares people the wait for a model that does not answer. */
export type ModelBreaker = {
  /** Whether to ask now. After three failures in a row: no for ten seconds, then yes for one. */
  readonly mayAsk: () => boolean
  readonly noteAnswer: () => void
  readonly noteFailure: () => void
}

/** A breaker that starts trusting. */
export function modelBreaker(): ModelBreaker {
  let failures = 0
  let restsUntil = 0
  const rest = () => {
    restsUntil = performance.now() + restMs
  }
  return {
    mayAsk: () => {
      if (failures < failuresMax) return true
      if (performance.now() < restsUntil) return false
      // The others go on resting while this one tries.
      rest()
      return true
    },
    noteAnswer: () => {
      failures = 0
    },
    noteFailure: () => {
      failures += 1
      rest()
    },
  }
}
