import { CompiledQuery, Kysely, sql, type Transaction } from 'kysely'
import { bulkheadDialect } from './connections/bulkhead-dialect.ts'
import type { Pong } from './connections/ping.ts'
import type { Bulkhead } from './connections/bulkhead.ts'
import { runCancellable } from './connections/run-cancellable.ts'
import { runPrepared } from './connections/run-prepared.ts'
import { runStatement, type Statement } from './connections/run-statement.ts'
import type { ClientBase, QueryResultRow } from 'pg'
import { stateOf } from './connections/statement-refusal.ts'
import { poolerAdvice } from './open/pooler-advice.ts'
import type { Tables } from './tables.ts'
import { orUnavailable } from './unavailable.ts'

/** Runs one named, prepared statement outside a transaction. For hot paths. */
export type Query = <Row extends object>(
  name: string,
  text: string,
  values: readonly unknown[],
) => Promise<readonly Row[]>

/**
 * A database for stores and indexes, on a server or embedded. On a server each kind of work has its
 * own connections, so that none can exhaust those of another; an embedded database has one for all.
 */
export type Database = {
  /** Whether it runs in this process, where one statement at a time delays all others. */
  readonly isEmbedded: boolean
  /** Transactions. */
  readonly kysely: Kysely<Tables>
  /** For the queue and maintenance. */
  readonly background: Kysely<Tables>
  /** Without statement timeouts, for migrations and building indexes. */
  readonly withoutTimeout: Kysely<Tables>
  /**
   * Look-ups by key that every call starts with, such as its caller. Read-only; wait for no other
   * statement.
   */
  readonly lookUp: Query
  /** Other single statements, such as sign-ins and refreshes. */
  readonly query: Query
  /**
   * Searches: planned for their values every time, and cancelled in the database when their request
   * ends.
   */
  readonly searchQuery: Query
  /** Work that no request waits for, such as key usage and embedding. */
  readonly backgroundQuery: Query
  readonly listen: Listen
  /**
   * Throws `Unavailable` unless the database responds within two seconds. Waits for no other work. Says whether it
   * refuses every write.
   */
  readonly ping: () => Promise<Pong>
  /**
   * The known fault of the database's disk, from failed statements and from measurements where
   * possible.
   */
  readonly diskFault: () => Promise<DiskFault | null>
  /** The same, and where it cannot be measured, by writing a little data temporarily. */
  readonly probeDisk: () => Promise<DiskFault | null>
  /** Call it when this number of documents was stored or removed: see `freshStatistics`. */
  readonly documentsChanged: (documents: number) => void
  /** Waits for running work, and for the server at most a second. Idempotent. */
  readonly close: () => Promise<void>
}

/** `full`: nothing can be stored. `low`: nearly full. */
export type DiskFault = 'full' | 'low'

/**
 * Calls back with the payload of every notification on a channel, and with `onGap` when some may
 * have been missed: at the start and after each reconnection. Close it before its database.
 */
export type Listen = (
  channel: string,
  onNotification: (payload: string) => void,
  onGap: () => void,
) => Promise<{ readonly close: () => Promise<void> }>

/**
 * Runs statements of another package on this package's connections, such as the queue's within a
 * transaction.
 */
export type Connection = {
  readonly executeSql: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>
}

/** A statement of another package, with its values as parameters. */
const asGiven = (text: string, values: readonly unknown[]) =>
  // oxlint-disable-next-line no-restricted-properties -- the text is a constant of that package and contains no input
  CompiledQuery.raw(text, [...values])

/** The connections of a database, for one statement at a time. */
export const connectionsOf = ({ kysely }: Pick<Database, 'kysely'>): Connection => ({
  executeSql: (text, values = []) =>
    kysely.connection().execute(async (connection) => {
      try {
        return { rows: (await connection.executeQuery(asGiven(text, values))).rows }
      } catch (error) {
        // Several statements in one text may have begun a transaction; end it before the connection
        // is reused.
        await sql`rollback`.execute(connection).catch(() => {})
        throw orUnavailable(error)
      }
    }),
})

/** The connection of a transaction. */
export const connectionOf = (transaction: Transaction<Tables>): Connection => ({
  executeSql: async (text, values = []) => ({
    rows: (await transaction.executeQuery(asGiven(text, values))).rows,
  }),
})

/** The schema that Ken's tables are in. */
export async function schemaOf({ kysely }: Pick<Database, 'kysely'>): Promise<string> {
  const { rows } = await sql<{ name: string | null }>`select current_schema as name`.execute(kysely)
  const name = rows[0]?.name ?? null
  if (name === null)
    throw new Error(
      'The search path of the database user names no schema that exists. Create one, or set it.',
    )
  return name
}

/**
 * Kysely on these connections. A lost connection rejects the work that runs on it, and nothing
 * else.
 */
export const kyselyOn = (bulkhead: Bulkhead): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: bulkheadDialect(bulkhead) })

/** The SQLSTATE of a statement that was cancelled, also at the end of its time. */
const statementCancelled = '57014'

/** Single statements that write, also in a common table expression. */
const writing = /\b(?:insert\s+into|delete\s+from|(?<!\bfor\s+(?:no\s+key\s+)?)update\s+\w)/i

/** Whether a named statement writes; caches the decision. */
function writingStatements(): (name: string, text: string) => boolean {
  const known = new Map<string, boolean>()
  return (name, text) => {
    const isWriting = known.get(name) ?? writing.test(text)
    known.set(name, isWriting)
    return isWriting
  }
}

const rowsOf = async <Row extends QueryResultRow>(
  client: ClientBase,
  { name, ...statement }: Statement,
): Promise<readonly Row[]> =>
  name === undefined
    ? (await runStatement<Row>(client, statement)).rows
    : runPrepared<Row>(client, { name, ...statement })

export type QueryLimits = {
  /** A statement that takes longer throws `Unavailable` and loses its connection. */
  readonly timeoutMs?: number
  /** Whether the end of the request cancels the statement in the database. */
  readonly isCancellable?: boolean
  /** Gets how long each statement ran, without the wait for a connection. */
  readonly noteTime?: (milliseconds: number) => void
  /** The error for a statement that the database cancelled because its time was up. */
  readonly timeoutOf?: (cause: unknown) => Error
  /** False plans every run for its values, where the session cannot be set to do so. */
  readonly isNamed?: boolean
}

/**
 * Runs single statements. A refused one keeps its connection: on an embedded database it is the
 * only session.
 */
export function queryOn(
  bulkhead: Bulkhead,
  { timeoutMs, isCancellable = false, noteTime, timeoutOf, isNamed = true }: QueryLimits = {},
): Query {
  const isWriting = writingStatements()
  return async <Row extends object>(name: string, text: string, values: readonly unknown[]) => {
    const statement = { name: isNamed ? name : undefined, text, values, timeoutMs }
    try {
      const held = await bulkhead.acquire()
      let fault: unknown
      try {
        if (held.request?.isStoppable() === true && isWriting(name, text))
          held.request.markWritten()
        const run = () => rowsOf<Row>(held.client, statement)
        const startedAt = performance.now()
        try {
          return await (isCancellable ? runCancellable(held, run) : run())
        } finally {
          noteTime?.(performance.now() - startedAt)
        }
      } catch (error) {
        fault = error
        throw error
      } finally {
        const acknowledged = held.release(fault)
        if (acknowledged !== null) await acknowledged
      }
    } catch (error) {
      if (timeoutOf !== undefined && stateOf(error) === statementCancelled) throw timeoutOf(error)
      const advice = poolerAdvice(error)
      throw advice === null ? orUnavailable(error) : new Error(advice, { cause: error })
    }
  }
}
