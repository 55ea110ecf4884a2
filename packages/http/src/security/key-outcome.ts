import type { KeyOutcome } from '@ken/core'

/** The outcome of an admitted call, by the status of its response. */
export function keyOutcomeOf(status: number): KeyOutcome {
  if (status < 400) return 'ok'
  if (status === 401 || status === 403) return 'denied'
  return status === 429 ? 'rateLimited' : 'failed'
}
