import { Unavailable, type Log } from '@ken/core/ports'
import { Pool, type PoolConfig } from 'pg'
import { kyselyOn, ping, queryOn, type Database, type Query } from './database.ts'
import { keepParametersUnlogged } from './keep-parameters-unlogged.ts'
import { listenOnServer } from './listen-on-server.ts'
import { keepAlive, serverSockets } from './server-sockets.ts'

export type ServerOptions = {
  /** `postgres://user:password@host:port/database` */
  readonly url: string
  readonly poolMax: number
  readonly log: Log
  readonly limits?: ServerLimits
}

/** How long Ken waits for a server before it counts as away. */
export type ServerLimits = {
  /** For a connection, new or from the pool. */
  readonly connectMs: number
  /** For a statement outside a transaction: the hot paths. */
  readonly queryMs: number
  /** For a statement of a transaction, with the locks it waits for, and for the transaction to go on after it. */
  readonly statementMs: number
  /** For any sign of life. The server gives up on a statement before that and says so, unless it is gone. */
  readonly silenceMs: number
}

const defaultLimits: ServerLimits = { connectMs: 5_000, queryMs: 5_000, statementMs: 25_000, silenceMs: 30_000 }
const serverVersionMin = 150_000

/**
 * Connects to a PostgreSQL server, 15 or newer. Throws an error that names the host and what to check. Nothing
 * waits for the server without limit, except what runs on `unhurried`.
 */
export async function openServer({ url, poolMax, log, limits = defaultLimits }: ServerOptions): Promise<Database> {
  const { statementMs, silenceMs } = limits
  const hurried = poolTo(url, limits, {
    max: poolMax,
    silenceMs,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: statementMs,
  })
  // Migrations run one after the other.
  const unhurried = poolTo(url, limits, { max: 1, silenceMs: 0 })
  const close = async () => {
    await Promise.all([hurried.close(), unhurried.close()])
  }
  const query = queryOn(hurried.pool, limits.queryMs)
  const database = {
    kysely: kyselyOn(hurried.pool, log),
    unhurried: kyselyOn(unhurried.pool, log),
    query,
    listen: listenOnServer(url),
    ping: () => ping(query),
    close,
  }
  try {
    await checkVersion(query, url)
    return database
  } catch (error) {
    await close()
    throw error
  }
}

function poolTo(
  url: string,
  { connectMs }: ServerLimits,
  { silenceMs, ...options }: PoolConfig & { readonly silenceMs: number },
) {
  const sockets = serverSockets(silenceMs)
  const pool = new Pool({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    application_name: 'ken',
    ...keepAlive,
    stream: sockets.open,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, which its types do not say
    onConnect: (client) => keepParametersUnlogged(client, connectMs),
    ...options,
  })
  const close = async () => {
    sockets.hurry()
    if (!pool.ending) await pool.end()
  }
  return { pool, close }
}

async function checkVersion(query: Query, url: string): Promise<void> {
  const answer = query<{ version: number }>('version', `select current_setting('server_version_num')::int as version`, [])
  const [row] = await answer.catch((error: unknown) => {
    throw explained(error, url)
  })
  if ((row?.version ?? 0) < serverVersionMin)
    throw new Error(`Ken needs PostgreSQL 15 or newer; ${where(url)} runs an older one.`)
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
  const cause = error instanceof Unavailable ? error.cause : error
  const message = cause instanceof Error ? cause.message : ''
  const hint = advice[codeOf(cause, message)] ?? `It said: ${message}.`
  return new Error(`The database at ${where(url)} cannot be used. ${hint}`, { cause })
}

/** The driver says of its own faults only in words what they are. */
function codeOf(cause: unknown, message: string): string {
  if (message.includes('timeout')) return 'ETIMEDOUT'
  if (message.includes('terminated unexpectedly')) return 'ECONNRESET'
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}
