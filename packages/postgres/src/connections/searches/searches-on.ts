import { SearchTimeout } from '@ken/core/ports'
import type { Query } from '../../database.ts'
import { queryOn } from '../statements/query-on.ts'
import type { Bulkhead } from '../bulkheads/bulkhead.ts'
import { connectionSlots, type WaitingLimits } from '../bulkheads/connection-slots.ts'
import { longSearches } from './long-searches.ts'

export type SearchOptions = {
  /** How many connections the bulkhead has. */
  readonly connections: number
  /** For people with long searches, who share all connections but one. */
  readonly waits: WaitingLimits
  /** How long a search may run. The server cancels it then. */
  readonly budgetMs: number
}

/** The server is late when searches keep all its processors busy, and its connections are fine. */
const serverFirstMs = 1_000

/** Runs searches, which end in the database with their request and when their time is up. */
export function searchesOn(
  bulkhead: Bulkhead,
  { connections, waits, budgetMs }: SearchOptions,
): Query {
  const long = longSearches(connectionSlots(Math.max(1, connections - 1), waits))
  const query = queryOn(bulkhead, {
    timeoutMs: budgetMs + serverFirstMs,
    isCancellable: true,
    noteTime: long.noteTime,
    timeoutOf: (cause) => new SearchTimeout(budgetMs, cause),
  })
  return <Row extends object>(...statement: Parameters<Query>) =>
    long.run(() => query<Row>(...statement))
}
