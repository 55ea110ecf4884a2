import { searchLimits, type SearchLimits } from '@ken/core/ports'

/** Number of connections for each kind of work. */
export type BulkheadSizes = {
  /** Single statements, such as sign-ins and refreshes. Look-ups share one further connection. */
  readonly statements: number
  readonly searches: number
  /** Transactions. */
  readonly acts: number
  readonly background: number
}

const actsShare = 0.4
const background = 2

/**
 * Divides the connections of requests: 40 % for transactions, the rest equally for single
 * statements and searches. Each kind gets at least one, so a limit of two gives three. Background work has two
 * more.
 */
export function bulkheadSizes(requestConnections: number): BulkheadSizes {
  const acts = Math.max(1, Math.round(requestConnections * actsShare))
  const searches = Math.max(1, Math.floor((requestConnections - acts) / 2))
  const statements = Math.max(1, requestConnections - acts - searches)
  return { statements, searches, acts, background }
}

/**
 * The limits of each person's searches beside these connections. Leaves a connection to others, if
 * there is more than one.
 */
export function searchLimitsFor(requestConnections: number): SearchLimits {
  const { searches } = bulkheadSizes(requestConnections)
  return {
    ...searchLimits,
    runningMax: Math.max(1, Math.min(searchLimits.runningMax, searches - 1)),
  }
}
