import { Kysely, sql } from 'kysely'
import { bulkheadDialect } from './connections/bulkheads/bulkhead-dialect.ts'
import type { Pong } from './connections/ping.ts'
import type { Bulkhead } from './connections/bulkheads/bulkhead.ts'
import type { Tables } from './tables.ts'

/** Runs one named, prepared statement outside a transaction. For hot paths. */
export type Query = <Row extends object>(
  name: string,
  text: string,
  values: readonly unknown[],
) => Promise<readonly Row[]>

/**
 * The same for a statement that others may be sent before, in one transaction once all of them are prepared on a connection,
 * and otherwise one after the other.
 */
export type JoinedQuery = <Row extends object>(
  name: string,
  text: string,
  values: readonly unknown[],
  before?: readonly NamedStatement[],
) => Promise<readonly Row[]>
type NamedStatement = {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}

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
  /** Statistics of the tables. Each statement may take minutes. */
  readonly upkeep: Kysely<Tables>
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
  /**
   * Background work that does not wait for the disk: a crash of the server may undo it, with all that follows it and none of
   * the work before it.
   */
  readonly unflushedQuery: JoinedQuery
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
