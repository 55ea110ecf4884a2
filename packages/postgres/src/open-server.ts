import type { Log } from '@ken/core/ports'
import { Client, Pool, type PoolConfig } from 'pg'
import { kyselyOn, queryOn, type Database, type Query } from './database.ts'
import { breaks, type Breaks } from './lanes/breaks.ts'
import { diskWatch, type DiskWatch } from './lanes/disk-watch.ts'
import { cancelStatement } from './lanes/cancel-statement.ts'
import { laneSizes } from './lanes/lane-sizes.ts'
import { lane, type Lane } from './lanes/lane.ts'
import { slots, type WaitingLimits } from './lanes/slots.ts'
import { pipelinedLookUps } from './lanes/pipelined-look-ups.ts'
import { outsideRequests } from './lanes/request-scope.ts'
import { pingOn, watchSilence, type PingLimits } from './lanes/ping.ts'
import { freshStatistics } from './fresh-statistics.ts'
import { listenOnServer } from './listen-on-server.ts'
import { changingSessionsAdvice, poolerAdvice } from './pooler-advice.ts'
import { probeDisk } from './probe-disk.ts'
import { prepareConnection } from './prepare-connection.ts'
import { keepAlive, serverSockets, type ServerSockets } from './server-sockets.ts'

export type ServerOptions = {
  /** `postgres://user:password@host:port/database` */
  readonly url: string
  /** How many connections requests may use, over all lanes; see `laneSizes`. */
  readonly poolMax: number
  readonly log: Log
  readonly limits?: ServerLimits
  /** Milliseconds since any moment: tells when a full disk is looked at again. */
  readonly nowMs?: () => number
}

/** How long Ken waits for a server before it counts as away. */
export type ServerLimits = {
  /** For a new connection, and for one of the pool where no request waits for it. */
  readonly connectMs: number
  /** For a statement outside a transaction: the hot paths, and searches. It then ends in the database, too. */
  readonly queryMs: number
  /** For a statement of a transaction, with the locks it waits for, and for the transaction to go on after it. */
  readonly statementMs: number
  /** For any sign of life. The server gives up on a statement before that and says so, unless it is gone. */
  readonly silenceMs: number
  /** For a look at whether the server is there at all: on one connection, and in all. */
  readonly ping: PingLimits
  /** What requests may wait for a connection of their lane; `actMs` for one of transactions. */
  readonly requestWaits: Pick<WaitingLimits, 'requestsMax' | 'requestMs'> & { readonly actMs: number }
}

const defaultLimits: ServerLimits = {
  connectMs: 5_000,
  queryMs: 5_000,
  statementMs: 25_000,
  silenceMs: 30_000,
  ping: { answerMs: 900, totalMs: 2_000 },
  // With the two seconds that a lock may take, the longest wait before a refusal is six.
  requestWaits: { requestsMax: 200, requestMs: 1_000, actMs: 4_000 },
}
/** What a statement may take beyond its time for the server itself to say that the time is up. */
const serverFirstMs = 200
/** A connection learns when it opens how searches are planned, and the documents may be many by now. */
const searchLifetimeSeconds = 300
const serverVersionMin = 150_000

/**
 * Connects to a PostgreSQL server, 15 or newer. Throws an error that names the host and what to check. Nothing
 * waits for the server without limit, except what runs on `unhurried`.
 */
export async function openServer({ url, poolMax, log, limits = defaultLimits, nowMs }: ServerOptions): Promise<Database> {
  const { queryMs, statementMs, silenceMs } = limits
  const closings: (() => Promise<void>)[] = []
  const found = breaks()
  const probe = () => probeDisk(kyselyOn(background))
  const disk = diskWatch({ look: async () => (await outsideRequests(probe)) === 'full', ...(nowMs && { nowMs }) })
  const open = (max: number, { requestMs = limits.requestWaits.requestMs, ...options }: LaneToOpen): Lane => {
    const connections = poolTo(url, limits, { max, ...options })
    const opened = laneOf(connections.pool, { max, requestMs, limits, found, disk, log })
    closings.push(() => {
      opened.returnIdle()
      return connections.close()
    })
    return opened
  }
  const single = { silenceMs, statement_timeout: queryMs }
  const several = { silenceMs, statement_timeout: statementMs, idle_in_transaction_session_timeout: statementMs }
  const sizes = laneSizes(poolMax)
  const hot = open(sizes.hot, single)
  const sockets = serverSockets(silenceMs)
  const lookUps = pipelinedLookUps({
    connect: () => openPipeline(url, limits, sockets),
    breaks: found,
    timeoutMs: queryMs + serverFirstMs,
  })
  const searches = open(sizes.searches, { ...single, plansForValues: true, maxLifetimeSeconds: searchLifetimeSeconds })
  const acts = open(sizes.acts, { ...several, requestMs: limits.requestWaits.actMs })
  const background = open(sizes.background, several)
  // The second is for when the first is silent.
  const pings = open(2, { ...single, connectionTimeoutMillis: limits.ping.totalMs })
  const ping = pingOn(pings, limits.ping)
  // Migrations run one after the other.
  const unhurried = open(1, { silenceMs: 0 })
  const watched = [
    { lane: lookUps, patienceMs: 1_000 },
    { lane: hot, patienceMs: 1_000 },
    { lane: searches, patienceMs: 1_000 },
    { lane: acts, patienceMs: 3_000 },
  ]
  const watch = watchSilence(watched, ping, found)

  const statistics = freshStatistics(kyselyOn(background), log)

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
    throw explained(error, url)
  }
  return {
    kysely: kyselyOn(acts),
    background: kyselyOn(background),
    unhurried: kyselyOn(unhurried),
    lookUp: lookUps.query,
    query,
    searchQuery: queryOn(searches, { timeoutMs, isCancellable: true }),
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
type LaneToOpen = Omit<PoolOptions, 'max'> & Partial<Pick<WaitingLimits, 'requestMs'>>
type PoolOptions = PoolConfig & { readonly max: number; readonly silenceMs: number; readonly plansForValues?: boolean }

type LaneParts = {
  readonly max: number
  readonly requestMs: number
  readonly limits: ServerLimits
  readonly found: Breaks
  readonly disk: DiskWatch
  readonly log: Log
}

function laneOf(pool: Pool, { max, requestMs, limits, found, disk, log }: LaneParts): Lane {
  const waits = { requestsMax: limits.requestWaits.requestsMax, requestMs, otherMs: limits.connectMs }
  return lane({ pool, slots: slots(max, waits), breaks: found, disk, cancel: cancelStatement, log })
}

function poolTo(
  url: string,
  { connectMs }: ServerLimits,
  { silenceMs, plansForValues = false, ...options }: PoolOptions,
): OpenPool {
  const sockets = serverSockets(silenceMs)
  const pool = new Pool({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    application_name: 'ken',
    ...keepAlive,
    stream: sockets.open,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, which its types do not say
    onConnect: (client) => prepareConnection(client, { timeoutMs: connectMs, plansForValues }),
    ...options,
  })
  const close = async () => {
    sockets.hurry()
    if (!pool.ending) await pool.end()
  }
  return { pool, close }
}

/** A connection that takes statements without waiting for the replies to earlier ones. */
async function openPipeline(url: string, { connectMs, queryMs }: ServerLimits, sockets: ServerSockets): Promise<Client> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    application_name: 'ken',
    ...keepAlive,
    stream: sockets.open,
    statement_timeout: queryMs,
    pipeline: true,
  })
  // Without a listener, a connection that breaks would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    await prepareConnection(client, { timeoutMs: connectMs, plansForValues: false })
    return client
  } catch (error) {
    void client.end().catch(() => {})
    throw error
  }
}

/** What is wrong with a server that responds, in words for whoever set it up. */
class Unsuitable extends Error {}

/**
 * A pooler that lends a session of the server for one transaction runs the statements of a connection in several sessions, or
 * those of two connections in one. Where it keeps prepared statements apart, nothing else would fail, but locks, settings and
 * notifications would be lost.
 */
async function requireOwnSessions(one: Query, other: Query): Promise<void> {
  const first = await sessionOf(one)
  const foreign = await sessionOf(other)
  // The second time finds poolers that lend their sessions in turn, too.
  const later = [await sessionOf(one), await sessionOf(one)]
  if (foreign === first || later.some((pid) => pid !== first)) throw new Unsuitable(changingSessionsAdvice)
}

async function sessionOf(query: Query): Promise<number | undefined> {
  const [row] = await query<{ pid: number }>('session', 'select pg_backend_pid() as pid', [])
  return row?.pid
}

async function requireVersion(query: Query): Promise<void> {
  const [row] = await query<{ version: number }>('version', `select current_setting('server_version_num')::int as version`, [])
  if ((row?.version ?? 0) < serverVersionMin) throw new Unsuitable('It is older than PostgreSQL 15, which Ken needs.')
}

/** Host, port and database of a URL, never the credentials. */
function where(url: string): string {
  if (!URL.canParse(url)) return 'an address that is no URL'
  const { hostname, port, pathname, searchParams } = new URL(url)
  return `${searchParams.get('host') ?? (hostname || 'localhost')}:${port || '5432'}${pathname}`
}

/** What to check, by SQLSTATE or system code. */
const advice: { readonly [code: string]: string } = {
  ECONNREFUSED: 'Nothing listens there. Check host and port, and that PostgreSQL runs.',
  ENOTFOUND: 'The host name is unknown. Check its spelling and the DNS.',
  EAI_AGAIN: 'The host name could not be looked up. Check the DNS.',
  ETIMEDOUT: 'The host does not answer. Check the address and the firewall.',
  ECONNRESET: 'The connection was cut. Check that this is a PostgreSQL port and whether it wants TLS (?sslmode=verify-full).',
  '28P01': 'User name or password is wrong.',
  '28000': 'The server refuses this user from this address. Check pg_hba.conf and whether it wants TLS (?sslmode=verify-full).',
  '3D000': 'There is no such database. Create it first: createdb NAME',
  '53300': 'The server has no connection left. Lower KEN_DATABASE_POOL or raise max_connections.',
}

function explained(error: unknown, url: string): Error {
  if (error instanceof Unsuitable) return new Error(`The database at ${where(url)} cannot be used. ${error.message}`)
  // What the driver threw, and not how a statement puts it.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const message = cause instanceof Error ? cause.message : ''
  const hint = poolerAdvice(cause) ?? advice[codeOf(cause, message)] ?? `It said: ${message}.`
  return new Error(`The database at ${where(url)} cannot be used. ${hint}`, { cause })
}

/** The driver says of its own faults only in words what they are. */
function codeOf(cause: unknown, message: string): string {
  if (message.includes('timeout')) return 'ETIMEDOUT'
  if (message.includes('terminated unexpectedly')) return 'ECONNRESET'
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}
