import { Unavailable, type Log } from '@ken/core/ports'
import { CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import type { Tables } from './tables.ts'

/** Runs one named, prepared statement outside a transaction: the hot paths. */
export type Query = <Row extends object>(name: string, text: string, values: readonly unknown[]) => Promise<readonly Row[]>

/** A database that stores and indexes can run on, real or embedded. */
export type Database = {
  readonly kysely: Kysely<Tables>
  /** Gives every statement all the time it takes: for migrations. */
  readonly unhurried: Kysely<Tables>
  readonly query: Query
  readonly listen: Listen
  /** Throws `Unavailable` unless the database answers within two seconds. */
  readonly ping: () => Promise<void>
  /** Waits for works under way, and for the server no longer than a second. A second time does nothing. */
  readonly close: () => Promise<void>
}

/**
 * Calls back with the payload of every notification on a channel, and with `onGap` when some may have been missed:
 * at the beginning and after each time that the connection broke. Closed before its database is.
 */
export type Listen = (
  channel: string,
  onNotification: (payload: string) => void,
  onGap: () => void,
) => Promise<{ readonly close: () => Promise<void> }>

const pingMs = 2_000

/** Runs statements of another part on this part's connections: the queue's, in the transaction of an act. */
export type Connection = {
  readonly executeSql: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>
}

/** A statement of another part, with its values as parameters. */
const asGiven = (text: string, values: readonly unknown[]) =>
  // oxlint-disable-next-line no-restricted-properties -- the text is that part's own, and no input is ever in it
  CompiledQuery.raw(text, [...values])

/** The connections of a database, one statement at a time. */
export const connectionsOf = ({ kysely }: Pick<Database, 'kysely'>): Connection => ({
  executeSql: (text, values = []) =>
    kysely.connection().execute(async (connection) => {
      try {
        return { rows: (await connection.executeQuery(asGiven(text, values))).rows }
      } catch (error) {
        // A text of several statements may have begun a transaction, which nobody else may find open.
        await sql`rollback`.execute(connection).catch(() => {})
        throw error
      }
    }),
})

/** The one connection of a transaction. */
export const connectionOf = (transaction: Transaction<Tables>): Connection => ({
  executeSql: async (text, values = []) => ({ rows: (await transaction.executeQuery(asGiven(text, values))).rows }),
})

/** The schema that Ken's tables are in. */
export async function schemaOf({ kysely }: Pick<Database, 'kysely'>): Promise<string> {
  const { rows } = await sql<{ name: string | null }>`select current_schema as name`.execute(kysely)
  const name = rows[0]?.name ?? null
  if (name === null) throw new Error('The search path of the database user names no schema that exists. Create one, or set it.')
  return name
}

/** A pool as Kysely. Connections that break reject what runs on them, and do nothing else. */
export function kyselyOn(pool: Pool, log: Log): Kysely<Tables> {
  // Without listeners, a connection that breaks would end the process.
  pool.on('error', (error) => log.warn('database.connection_lost', { reason: error.message }))
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** Single statements on a pool. One that takes longer than `timeoutMs` throws `Unavailable` and loses its connection. */
export function queryOn(pool: Pool, timeoutMs?: number): Query {
  return async <Row extends object>(name: string, text: string, values: readonly unknown[]) => {
    const statement = { name, text, values: [...values], query_timeout: timeoutMs }
    try {
      return (await pool.query<Row>(statement)).rows
    } catch (error) {
      throw orUnavailable(error)
    }
  }
}

/** See `Database`. */
export async function ping(query: Query): Promise<void> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Unavailable('database', 'The database did not answer in time.')), pingMs).unref()
  })
  await Promise.race([query('ping', 'select 1', []), late])
}

/** Classes and states of SQLSTATE that mean the server is away, refuses everybody, is full or gave up (PostgreSQL, appendix A). */
const unavailableStates = /^(?:08|28|3D|40|53|57|58|25006|25P03|55P03)/
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
/** What the drivers say without a code. */
const unavailableMessages =
  /Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|not queryable|Cannot use a pool after/

/** The error as it is, or `Unavailable` when it says that the database is away. */
export function orUnavailable(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Unavailable) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const away = unavailableCodes.has(code) || unavailableStates.test(code) || unavailableMessages.test(error.message)
  return away ? new Unavailable('database', 'The database cannot be reached.', { cause: error }) : error
}
