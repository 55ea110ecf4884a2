import { searchBudgetMsDefault, type Log } from '@ken/core/ports'
import { kyselyOn, type Database } from '../../database.ts'
import { connectionLosses } from '../../connections/bulkheads/connection-losses.ts'
import { diskWatch } from '../../connections/disk-watch.ts'
import { bulkheadSizes } from '../../connections/bulkheads/bulkhead-sizes.ts'
import { queryOn } from '../../connections/statements/query-on.ts'
import { searchesOn } from '../../connections/searches/searches-on.ts'
import { outsideRequests } from '../../connections/request-scope.ts'
import { pingOn, watchSilence } from '../../connections/ping.ts'
import { freshStatistics } from '../../search/fresh-statistics.ts'
import { listenOnServer } from './listen-on-server.ts'
import { probeDisk } from './probe-disk.ts'
import { serverBulkheads } from './server-bulkheads.ts'
import { defaultLimits, serverFirstMs, type ServerLimits } from './server-limits.ts'
import {
  explainRefusal,
  requireOwnSessions,
  requireVersionAndEncoding,
} from './server-suitability.ts'

export type ServerOptions = {
  /** `postgres://user:password@host:port/database` */
  readonly url: string
  /** How many connections requests may use in total; see `bulkheadSizes`. */
  readonly poolMax: number
  readonly log: Log
  /** How long a search may run. */
  readonly searchBudgetMs?: number
  readonly limits?: ServerLimits
  /** A monotonic time in milliseconds, for the probes of a full disk. */
  readonly nowMs?: () => number
}

/**
 * Connects to a PostgreSQL server, 15 or newer. Throws an error that names the host and what to
 * check. Every wait for the server is bounded, except on `withoutTimeout`.
 */
export async function openServer({
  url,
  poolMax,
  log,
  searchBudgetMs = searchBudgetMsDefault,
  limits = defaultLimits,
  nowMs,
}: ServerOptions): Promise<Database> {
  const { connectMs, queryMs, statementMs } = limits
  const { requestsMax, actMs } = limits.requestWaits
  const losses = connectionLosses()
  const probe = () => probeDisk(kyselyOn(bulkheads.background))
  const disk = diskWatch({
    probe: async () => (await outsideRequests(probe)) === 'full',
    ...(nowMs && { nowMs }),
  })
  const sizes = bulkheadSizes(poolMax)
  const bulkheads = serverBulkheads(url, { sizes, searchBudgetMs, limits, losses, disk, log })
  const { lookUps, statements, searches, acts, background, pings } = bulkheads
  const ping = pingOn(pings, limits.ping)
  const watched = [
    { bulkhead: lookUps, patienceMs: 1_000 },
    { bulkhead: statements, patienceMs: 1_000 },
    { bulkhead: searches, patienceMs: 1_000 },
    { bulkhead: acts, patienceMs: 3_000 },
  ]
  const watch = watchSilence(watched, ping, losses)
  const upkeep = kyselyOn(bulkheads.upkeep)
  const statistics = freshStatistics(upkeep, log, ping)

  const close = async () => {
    watch.close()
    await statistics.settle()
    await bulkheads.close()
  }
  const timeoutMs = queryMs + serverFirstMs
  const query = queryOn(statements, { timeoutMs })
  const unnamed = { timeoutMs, isNamed: false }
  try {
    await requireOwnSessions(queryOn(statements, unnamed), queryOn(pings, unnamed))
    await requireVersionAndEncoding(query)
  } catch (error) {
    await close()
    throw explainRefusal(error, url)
  }
  return {
    isEmbedded: false,
    kysely: kyselyOn(acts),
    background: kyselyOn(background),
    upkeep,
    withoutTimeout: kyselyOn(bulkheads.withoutTimeout),
    lookUp: lookUps.query,
    query,
    searchQuery: searchesOn(searches, {
      connections: sizes.searches,
      waits: { requestsMax, requestMs: actMs, otherMs: connectMs },
      budgetMs: searchBudgetMs,
    }),
    backgroundQuery: queryOn(background, { timeoutMs: statementMs + serverFirstMs }),
    unflushedQuery: queryOn(background, {
      timeoutMs: statementMs + serverFirstMs,
      isUnflushed: true,
    }),
    listen: listenOnServer(url),
    ping,
    diskFault: async () => ((await disk.isFull()) ? 'full' : null),
    probeDisk: probe,
    documentsChanged: statistics.noteChanged,
    close,
  }
}
