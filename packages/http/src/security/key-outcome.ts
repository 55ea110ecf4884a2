import type { KeyOutcome } from '@ken/core'
import type { ApiContext } from '../api-context.ts'

/** Counts the outcome of an admitted call, by the status of its response; a stream counts when it has ended. */
export function countOutcome(context: ApiContext, count: (outcome: KeyOutcome) => void): void {
  const endOfStream = context.get('endOfStream')
  if (endOfStream === undefined) count(keyOutcomeOf(context.res.status))
  else void endOfStream.then((status) => count(keyOutcomeOf(status)))
}

function keyOutcomeOf(status: number): KeyOutcome {
  if (status < 400) return 'ok'
  if (status === 401 || status === 403) return 'denied'
  return status === 429 ? 'rateLimited' : 'failed'
}
