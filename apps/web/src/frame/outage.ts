import { KenProblem, KenSignedOut } from '@ken/client'
import type { Query, QueryCache } from '@tanstack/react-query'

/** Ken, or something in front of it, did not respond; trying again later may help. */
export function isOutage(error: unknown): boolean {
  if (error === null || error instanceof KenSignedOut) return false
  return !(error instanceof KenProblem) || error.status >= 502
}

/** What the screen shows and could not be read again. */
export const outagesIn = (cache: Pick<QueryCache, 'getAll'>): readonly Query[] =>
  cache.getAll().filter((query) => query.isActive() && isOutage(query.state.error))

/** When the oldest of the data was read, in milliseconds since 1970; 0 without any. */
export const oldestOf = (queries: readonly Pick<Query, 'state'>[]): number =>
  queries
    .map(({ state }) => state.dataUpdatedAt)
    .filter((at) => at > 0)
    .reduce((oldest, at) => (oldest === 0 ? at : Math.min(oldest, at)), 0)
