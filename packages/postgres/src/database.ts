import { CompiledQuery, Kysely, sql, type Transaction } from 'kysely'
import { laneDialect } from './lanes/lane-dialect.ts'
import type { Lane } from './lanes/lane.ts'
import { runCancellable } from './lanes/run-cancellable.ts'
import { runStatement } from './lanes/run-statement.ts'
import { poolerAdvice } from './pooler-advice.ts'
import type { Tables } from './tables.ts'
import { orUnavailable } from './unavailable.ts'

/** Runs one named, prepared statement outside a transaction: the hot paths. */
export type Query = <Row extends object>(name: string, text: string, values: readonly unknown[]) => Promise<readonly Row[]>

/**
 * A database that stores and indexes can run on, real or embedded. On a server each kind of work has connections of its
 * own, so that none can take those of another; an embedded database has one for all.
 */
export type Database = {
  /** Transactions. */
  readonly kysely: Kysely<Tables>
  /** The queue, and what it takes to keep the database in order. */
  readonly background: Kysely<Tables>
  /** Gives every statement all the time it takes: for migrations. */
  readonly unhurried: Kysely<Tables>
  /** Look-ups by key that every call begins with: who calls. They wait for no other statement, and change nothing. */
  readonly lookUp: Query
  /** Other single statements: sign-ins, refreshes. */
  readonly query: Query
  /** Searches: planned for their values every time, and ended in the database when their request is over. */
  readonly searchQuery: Query
  /** Work that no request waits for: usage of keys, embedding. */
  readonly backgroundQuery: Query
  readonly listen: Listen
  /** Throws `Unavailable` unless the database answers within two seconds. Waits for no other work. */
  readonly ping: () => Promise<void>
  /** What is known to be wrong with the disk of the database, from what failed and where it can be measured. */
  readonly diskFault: () => Promise<DiskFault | null>
  /** The same, and where it cannot be measured, by taking a little room for a moment. */
  readonly probeDisk: () => Promise<DiskFault | null>
  /** Says that so many documents were stored or removed: see `freshStatistics`. */
  readonly documentsChanged: (documents: number) => void
  /** Waits for works under way, and for the server no longer than a second. A second time does nothing. */
  readonly close: () => Promise<void>
}

/** `full`: nothing can be stored. `low`: soon nothing can be. */
export type DiskFault = 'full' | 'low'

/**
 * Calls back with the payload of every notification on a channel, and with `onGap` when some may have been missed:
 * at the beginning and after each time that the connection broke. Closed before its database is.
 */
export type Listen = (
  channel: string,
  onNotification: (payload: string) => void,
  onGap: () => void,
) => Promise<{ readonly close: () => Promise<void> }>

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

/** A lane as Kysely. Connections that break reject what runs on them, and do nothing else. */
export const kyselyOn = (lane: Lane): Kysely<Tables> => new Kysely<Tables>({ dialect: laneDialect(lane) })

/** Single statements that store something, also as parts of one that returns what it found. */
const writing = /\b(?:insert\s+into|delete\s+from|(?<!\bfor\s+(?:no\s+key\s+)?)update\s+\w)/i

/** Whether a named statement stores something; each is looked at once. */
function writingStatements(): (name: string, text: string) => boolean {
  const known = new Map<string, boolean>()
  return (name, text) => {
    const isWriting = known.get(name) ?? writing.test(text)
    known.set(name, isWriting)
    return isWriting
  }
}

export type QueryLimits = {
  /** A statement that takes longer throws `Unavailable` and loses its connection. */
  readonly timeoutMs?: number
  /** Whether the end of the request ends the statement in the database. */
  readonly isCancellable?: boolean
  /** False plans every run for its values, where the session cannot be set to do so. */
  readonly isNamed?: boolean
}

/**
 * Single statements on a lane. One that the database refuses leaves its connection in place: on the embedded database it is the
 * only session.
 */
export function queryOn(lane: Lane, { timeoutMs, isCancellable = false, isNamed = true }: QueryLimits = {}): Query {
  const isWriting = writingStatements()
  return async <Row extends object>(name: string, text: string, values: readonly unknown[]) => {
    const statement = { name: isNamed ? name : undefined, text, values, timeoutMs }
    try {
      const held = await lane.hold()
      let fault: unknown
      try {
        if (held.request?.isBound() === true && isWriting(name, text)) held.request.unbind()
        const { rows } = await (isCancellable ? runCancellable<Row>(held, statement) : runStatement<Row>(held.client, statement))
        return rows
      } catch (error) {
        fault = error
        throw error
      } finally {
        const acknowledged = held.release(fault)
        if (acknowledged !== null) await acknowledged
      }
    } catch (error) {
      const advice = poolerAdvice(error)
      throw advice === null ? orUnavailable(error) : new Error(advice, { cause: error })
    }
  }
}
