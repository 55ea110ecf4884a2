import type { Log } from '@ken/core/ports'
import { Client, Pool, type PoolConfig } from 'pg'
import { bulkhead, type Bulkhead } from '../../connections/bulkheads/bulkhead.ts'
import type { BulkheadSizes } from '../../connections/bulkheads/bulkhead-sizes.ts'
import { cancelStatement } from '../../connections/statements/cancel-statement.ts'
import type { ConnectionLosses } from '../../connections/bulkheads/connection-losses.ts'
import { connectionSlots } from '../../connections/bulkheads/connection-slots.ts'
import type { DiskWatch } from '../../connections/disk-watch.ts'
import { pipelinedLookUps, type LookUps } from '../../connections/pipelined-look-ups.ts'
import { prepareConnection } from './prepare-connection.ts'
import { breakSilentInUse, keepAlive, serverSockets, type ServerSockets } from './server-sockets.ts'
import { serverFirstMs, type ServerLimits } from './server-limits.ts'

/** The connections to a server, divided by kind of work. They open when they are first used. */
export type ServerBulkheads = {
  /** Look-ups, in a pipeline on one connection. */
  readonly lookUps: LookUps
  /** Other single statements. */
  readonly statements: Bulkhead
  readonly searches: Bulkhead
  /** Transactions. */
  readonly acts: Bulkhead
  readonly background: Bulkhead
  readonly pings: Bulkhead
  /** Migrations. */
  readonly withoutTimeout: Bulkhead
  /** Statistics of the tables. */
  readonly upkeep: Bulkhead
  /** Waits for running work, and for the server at most a second. */
  readonly close: () => Promise<void>
}

export type ServerBulkheadsOptions = {
  readonly sizes: BulkheadSizes
  readonly searchBudgetMs: number
  readonly limits: ServerLimits
  readonly losses: ConnectionLosses
  readonly disk: DiskWatch
  readonly log: Log
}

/** Opening a connection, and planning the statements of the first search on it, costs as much as twenty searches. */
const idleMs = 300_000
/** How long one statement of the upkeep of statistics may take. */
const upkeepMs = 300_000
/** Connections set the query planner when they open, and the number of documents grows. */
const searchLifetimeSeconds = 300

/** The connections to a server in bulkheads of these sizes. */
export function serverBulkheads(
  url: string,
  { sizes, searchBudgetMs, limits, losses, disk, log }: ServerBulkheadsOptions,
): ServerBulkheads {
  const { queryMs, statementMs, silenceMs, requestWaits } = limits
  const closings: (() => Promise<void>)[] = []
  const open = (
    max: number,
    { requestMs = requestWaits.requestMs, ...options }: BulkheadToOpen,
  ): Bulkhead => {
    const { pool, close } = poolTo(url, limits, { max, ...options })
    const waits = { ...requestWaits, requestMs, otherMs: limits.connectMs }
    const slots = connectionSlots(max, waits)
    const opened = bulkhead({ pool, slots, losses, disk, cancel: cancelStatement, log })
    closings.push(() => {
      opened.returnIdle()
      return close()
    })
    return opened
  }
  const forStatements = { silenceMs, statement_timeout: queryMs, idleTimeoutMillis: idleMs }
  const forTransactions = {
    silenceMs,
    statement_timeout: statementMs,
    idleTimeoutMillis: idleMs,
    idle_in_transaction_session_timeout: statementMs,
  }
  // Each look-up has a limit of its own, so that only an idle connection is silent for this long.
  const sockets = serverSockets(idleMs)
  const lookUps = pipelinedLookUps({
    connect: () => openPipeline(url, limits, sockets),
    losses,
    timeoutMs: queryMs + serverFirstMs,
  })
  return {
    lookUps,
    statements: open(sizes.statements, forStatements),
    searches: open(sizes.searches, {
      silenceMs,
      idleTimeoutMillis: idleMs,
      searchBudgetMs,
      maxLifetimeSeconds: searchLifetimeSeconds,
    }),
    acts: open(sizes.acts, { ...forTransactions, requestMs: requestWaits.actMs }),
    background: open(sizes.background, forTransactions),
    // The second is for when the first is silent.
    pings: open(2, { ...forStatements, connectionTimeoutMillis: limits.ping.totalMs }),
    // Migrations run one after the other.
    withoutTimeout: open(1, { silenceMs: 0, isUnlimited: true }),
    // A million documents take the database many seconds.
    upkeep: open(1, { silenceMs: upkeepMs, statement_timeout: upkeepMs }),
    async close() {
      sockets.hurry()
      await Promise.all([lookUps.close(), ...closings.map((closeOne) => closeOne())])
    },
  }
}

type OpenPool = { readonly pool: Pool; readonly close: () => Promise<void> }
type PoolOptions = PoolConfig & {
  readonly max: number
  readonly silenceMs: number
  readonly searchBudgetMs?: number | null
  readonly isUnlimited?: boolean
}
/** `requestMs`: how long requests may wait for a connection. */
type BulkheadToOpen = Omit<PoolOptions, 'max'> & { readonly requestMs?: number }

function poolTo(
  url: string,
  { connectMs }: ServerLimits,
  { silenceMs, searchBudgetMs = null, isUnlimited = false, ...options }: PoolOptions,
): OpenPool {
  const sockets = serverSockets(0)
  const pool = new Pool({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    application_name: 'ken',
    ...keepAlive,
    stream: sockets.open,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool awaits it, which its types omit
    onConnect: (client) =>
      prepareConnection(client, { timeoutMs: connectMs, searchBudgetMs, isUnlimited }),
    ...options,
  })
  breakSilentInUse(pool, silenceMs)
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
