import { searchBudgetMsDefault, type Log } from '@ken/core/ports'
import { Client, Pool, type PoolConfig } from 'pg'
import { kyselyOn, queryOn, type Database } from '../database.ts'
import { connectionLosses, type ConnectionLosses } from '../connections/connection-losses.ts'
import { diskWatch, type DiskWatch } from '../connections/disk-watch.ts'
import { cancelStatement } from '../connections/cancel-statement.ts'
import { bulkheadSizes } from '../connections/bulkhead-sizes.ts'
import { bulkhead, type Bulkhead } from '../connections/bulkhead.ts'
import { connectionSlots, type WaitingLimits } from '../connections/connection-slots.ts'
import { searchesOn } from '../connections/searches/searches-on.ts'
import { pipelinedLookUps } from '../connections/pipelined-look-ups.ts'
import { outsideRequests } from '../connections/request-scope.ts'
import { pingOn, watchSilence, type PingLimits } from '../connections/ping.ts'
import { freshStatistics } from '../search/fresh-statistics.ts'
import { listenOnServer } from './listen-on-server.ts'
import { probeDisk } from './probe-disk.ts'
import { prepareConnection } from './prepare-connection.ts'
import { keepAlive, serverSockets, type ServerSockets } from './server-sockets.ts'
import { explainRefusal, requireOwnSessions, requireVersion } from './server-suitability.ts'

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

/** How long Ken waits for a server before it counts as unavailable. */
export type ServerLimits = {
  /** For a new connection, and for a pooled one where no request waits for it. */
  readonly connectMs: number
  /** For a statement outside a transaction, except searches. The server cancels it, too. */
  readonly queryMs: number
  /**
   * For a statement of a transaction, including its locks, and for the pause until the next
   * statement.
   */
  readonly statementMs: number
  /**
   * For any data from the server. The server cancels a statement earlier and reports it, unless it
   * is gone.
   */
  readonly silenceMs: number
  /** For a check that the server responds: on one connection, and in total. */
  readonly ping: PingLimits
  /** How long requests may wait for a connection; `actMs` for one of transactions. */
  readonly requestWaits: Pick<WaitingLimits, 'requestsMax' | 'requestMs'> & {
    readonly actMs: number
  }
}

export const defaultLimits: ServerLimits = {
  connectMs: 5_000,
  queryMs: 5_000,
  statementMs: 25_000,
  silenceMs: 30_000,
  ping: { replyMs: 900, totalMs: 2_000 },
  // With two seconds for a lock, the longest wait before a refusal is six.
  requestWaits: { requestsMax: 200, requestMs: 1_000, actMs: 4_000 },
}
/** Extra time for the server to cancel a statement and report it before the driver does. */
const serverFirstMs = 200
/** How long one statement of the upkeep of statistics may take. */
const upkeepMs = 300_000
/** Connections set the query planner when they open, and the number of documents grows. */
const searchLifetimeSeconds = 300

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
  const { connectMs, queryMs, statementMs, silenceMs } = limits
  const { requestsMax, actMs } = limits.requestWaits
  const closings: (() => Promise<void>)[] = []
  const losses = connectionLosses()
  const probe = () => probeDisk(kyselyOn(background))
  const disk = diskWatch({
    probe: async () => (await outsideRequests(probe)) === 'full',
    ...(nowMs && { nowMs }),
  })
  const open = (
    max: number,
    { requestMs = limits.requestWaits.requestMs, ...options }: BulkheadToOpen,
  ): Bulkhead => {
    const connections = poolTo(url, limits, { max, ...options })
    const opened = bulkheadOn(connections.pool, { max, requestMs, limits, losses, disk, log })
    closings.push(() => {
      opened.returnIdle()
      return connections.close()
    })
    return opened
  }
  const single = { silenceMs, statement_timeout: queryMs }
  const several = {
    silenceMs,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: statementMs,
  }
  const sizes = bulkheadSizes(poolMax)
  const hot = open(sizes.hot, single)
  const sockets = serverSockets(silenceMs)
  const lookUps = pipelinedLookUps({
    connect: () => openPipeline(url, limits, sockets),
    losses,
    timeoutMs: queryMs + serverFirstMs,
  })
  const searches = open(sizes.searches, {
    silenceMs,
    searchBudgetMs,
    maxLifetimeSeconds: searchLifetimeSeconds,
  })
  const acts = open(sizes.acts, { ...several, requestMs: limits.requestWaits.actMs })
  const background = open(sizes.background, several)
  // The second is for when the first is silent.
  const pings = open(2, { ...single, connectionTimeoutMillis: limits.ping.totalMs })
  const ping = pingOn(pings, limits.ping)
  // Migrations run one after the other.
  const withoutTimeout = open(1, { silenceMs: 0 })
  // A million documents take the database many seconds.
  const upkeep = open(1, { silenceMs: upkeepMs, statement_timeout: upkeepMs })
  const watched = [
    { bulkhead: lookUps, patienceMs: 1_000 },
    { bulkhead: hot, patienceMs: 1_000 },
    { bulkhead: searches, patienceMs: 1_000 },
    { bulkhead: acts, patienceMs: 3_000 },
  ]
  const watch = watchSilence(watched, ping, losses)

  const statistics = freshStatistics(kyselyOn(upkeep), log)

  const close = async () => {
    watch.close()
    await statistics.settle()
    sockets.hurry()
    await Promise.all([lookUps.close(), ...closings.map((closeOne) => closeOne())])
  }
  const timeoutMs = queryMs + serverFirstMs
  const query = queryOn(hot, { timeoutMs })
  const unnamed = { timeoutMs, isNamed: false }
  try {
    await requireOwnSessions(queryOn(hot, unnamed), queryOn(pings, unnamed))
    await requireVersion(query)
  } catch (error) {
    await close()
    throw explainRefusal(error, url)
  }
  return {
    isEmbedded: false,
    kysely: kyselyOn(acts),
    background: kyselyOn(background),
    withoutTimeout: kyselyOn(withoutTimeout),
    lookUp: lookUps.query,
    query,
    searchQuery: searchesOn(searches, {
      connections: sizes.searches,
      waits: { requestsMax, requestMs: actMs, otherMs: connectMs },
      budgetMs: searchBudgetMs,
    }),
    backgroundQuery: queryOn(background, { timeoutMs: statementMs + serverFirstMs }),
    listen: listenOnServer(url),
    ping,
    diskFault: async () => ((await disk.isFull()) ? 'full' : null),
    probeDisk: probe,
    documentsChanged: statistics.noteChanged,
    close,
  }
}

type OpenPool = { readonly pool: Pool; readonly close: () => Promise<void> }
type BulkheadToOpen = Omit<PoolOptions, 'max'> & Partial<Pick<WaitingLimits, 'requestMs'>>
type PoolOptions = PoolConfig & {
  readonly max: number
  readonly silenceMs: number
  readonly searchBudgetMs?: number | null
}

type BulkheadParts = {
  readonly max: number
  readonly requestMs: number
  readonly limits: ServerLimits
  readonly losses: ConnectionLosses
  readonly disk: DiskWatch
  readonly log: Log
}

function bulkheadOn(
  pool: Pool,
  { max, requestMs, limits, losses, disk, log }: BulkheadParts,
): Bulkhead {
  const waits = {
    requestsMax: limits.requestWaits.requestsMax,
    requestMs,
    otherMs: limits.connectMs,
  }
  return bulkhead({
    pool,
    slots: connectionSlots(max, waits),
    losses,
    disk,
    cancel: cancelStatement,
    log,
  })
}

function poolTo(
  url: string,
  { connectMs }: ServerLimits,
  { silenceMs, searchBudgetMs = null, ...options }: PoolOptions,
): OpenPool {
  const sockets = serverSockets(silenceMs)
  const pool = new Pool({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    application_name: 'ken',
    ...keepAlive,
    stream: sockets.open,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool awaits it, which its types omit
    onConnect: (client) => prepareConnection(client, { timeoutMs: connectMs, searchBudgetMs }),
    ...options,
  })
  const close = async () => {
    sockets.hurry()
    if (!pool.ending) await pool.end()
  }
  return { pool, close }
}

/** A connection that sends statements without waiting for earlier replies. */
async function openPipeline(
  url: string,
  { connectMs, queryMs }: ServerLimits,
  sockets: ServerSockets,
): Promise<Client> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    application_name: 'ken',
    ...keepAlive,
    stream: sockets.open,
    statement_timeout: queryMs,
    pipeline: true,
  })
  // Without a listener, a broken connection would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    await prepareConnection(client, { timeoutMs: connectMs, searchBudgetMs: null })
    return client
  } catch (error) {
    void client.end().catch(() => {})
    throw error
  }
}
