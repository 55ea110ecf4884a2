import { Unavailable, type Log } from '@ken/core/ports'
import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import type { Tables } from './tables.ts'

/** Runs one named, prepared statement outside a transaction: the hot paths. */
export type Query = <Row extends object>(name: string, text: string, values: readonly unknown[]) => Promise<readonly Row[]>

/** A database that stores and indexes can run on, real or embedded. */
export type Database = {
  readonly kysely: Kysely<Tables>
  readonly query: Query
  /** Throws `Unavailable` unless the database answers within two seconds. */
  readonly ping: () => Promise<void>
  readonly close: () => Promise<void>
}

const pingMilliseconds = 2_000

/** Wraps a pool. `statementPrefix` keeps statement names of programs that share one session apart. */
export function databaseOn(pool: Pool, log: Log, statementPrefix = ''): Database {
  // Without a listener, a connection that breaks while idle would end the process.
  pool.on('error', (error) => log.warn('database.connection_lost', { reason: error.message }))
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const query: Query = async <Row extends object>(name: string, text: string, values: readonly unknown[]) => {
    try {
      return (await pool.query<Row>({ name: statementPrefix + name, text, values: [...values] })).rows
    } catch (error) {
      throw orUnavailable(error)
    }
  }
  const ping = async () => {
    const late = AbortSignal.timeout(pingMilliseconds)
    await Promise.race([
      query('ping', 'select 1', []),
      new Promise((_, reject) =>
        late.addEventListener('abort', () => reject(new Unavailable('database', 'The database did not answer in time.'))),
      ),
    ])
  }
  return { kysely, query, ping, close: () => kysely.destroy() }
}

/** Classes of SQLSTATE that mean the server is away, starting, stopping or full (PostgreSQL, appendix A). */
const unavailableStates = /^(?:08|53|57P|58)/
const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
])
const unavailableMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after/

/** The error as it is, or `Unavailable` when it says that the database is away. */
export function orUnavailable(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Unavailable) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const away =
    unavailableCodes.has(code) ||
    (/^[0-9A-Z]{5}$/.test(code) && unavailableStates.test(code)) ||
    unavailableMessages.test(error.message)
  return away ? new Unavailable('database', 'The database cannot be reached.', { cause: error }) : error
}
