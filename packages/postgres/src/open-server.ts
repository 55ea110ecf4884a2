import { Unavailable, type Log } from '@ken/core/ports'
import { Pool } from 'pg'
import { databaseOn, type Database } from './database.ts'

export type ServerOptions = {
  /** `postgres://user:password@host:port/database` */
  readonly url: string
  readonly poolMax: number
  readonly log: Log
}

const connectMilliseconds = 5_000
const serverVersionMin = 150_000

/** Connects to a PostgreSQL server, 15 or newer. Throws an error that names the host and what to check. */
export async function openServer({ url, poolMax, log }: ServerOptions): Promise<Database> {
  const pool = new Pool({
    connectionString: url,
    max: poolMax,
    connectionTimeoutMillis: connectMilliseconds,
    application_name: 'ken',
    keepAlive: true,
  })
  const database = databaseOn(pool, log)
  try {
    const [row] = await database.query<{ version: number }>(
      'version',
      `select current_setting('server_version_num')::int as version`,
      [],
    )
    if ((row?.version ?? 0) < serverVersionMin)
      throw new Error(`Ken needs PostgreSQL 15 or newer; ${where(url)} runs an older one.`)
    return database
  } catch (error) {
    await database.close()
    throw explained(error, url)
  }
}

/** Host, port and database of a URL, never the credentials. */
function where(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname === '' ? 'localhost' : hostname}:${port === '' ? '5432' : port}${pathname}`
}

/** What to check, by SQLSTATE or system code. */
const advice: { readonly [code: string]: string } = {
  ECONNREFUSED: 'Nothing listens there. Check host and port, and that PostgreSQL runs.',
  ENOTFOUND: 'The host name is unknown. Check its spelling and the DNS.',
  EAI_AGAIN: 'The host name could not be looked up. Check the DNS.',
  ETIMEDOUT: 'The host does not answer. Check the address and the firewall.',
  ECONNRESET: 'The connection was cut. Check that this is a PostgreSQL port and whether it wants TLS (?sslmode=require).',
  '28P01': 'User name or password is wrong.',
  '28000': 'The server refuses this user from this address. Check pg_hba.conf and whether it wants TLS (?sslmode=require).',
  '3D000': 'There is no such database. Create it first: createdb NAME',
  '53300': 'The server has no connection left. Lower KEN_DATABASE_POOL or raise max_connections.',
}

function explained(error: unknown, url: string): Error {
  const cause = error instanceof Unavailable && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  const timedOut = cause instanceof Error && cause.message.includes('timeout')
  const hint = advice[code] ?? (timedOut ? advice['ETIMEDOUT'] : undefined)
  if (hint === undefined && cause instanceof Error && cause.message.startsWith('Ken needs')) return cause
  return new Error(
    `The database at ${where(url)} cannot be used. ${hint ?? `It said: ${code === '' ? 'nothing that helps' : code}.`}`,
    { cause },
  )
}
