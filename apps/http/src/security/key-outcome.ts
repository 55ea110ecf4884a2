import type { KeyOutcome } from '@ken/core'

/** What an admitted call came to, by the status it was answered with. */
export function keyOutcomeOf(status: number): KeyOutcome {
  if (status < 400) return 'ok'
  if (status === 401 || status === 403) return 'denied'
  return status === 429 ? 'rateLimited' : 'failed'
}
