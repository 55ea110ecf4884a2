import { CompiledQuery, sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '../database.ts'
import type { Tables } from '../tables.ts'
import { orUnavailable } from '../unavailable.ts'
import { endTogether, takeWaiting } from './statements/end-together.ts'
import { leaveUnread, prepareText } from './statements/prepared-texts.ts'
import { recurringStatements } from './statements/recurring-statements.ts'
import { currentRequest } from './request-scope.ts'

/**
 * Runs statements of another package on this package's connections, such as the queue's within a
 * transaction.
 */
export type Connection = {
  readonly executeSql: (
    text: string,
    values?: unknown[],
    handling?: 'unflushed' | 'unread',
  ) => Promise<{ rows: unknown[] }>
}

/** The same for work: see `endTogether`. Its last statement is an `unflushed` one. */
type WorkConnection = Connection & {
  readonly endTogether: <Value>(work: () => Promise<Value>) => Promise<Value>
}

/** A statement of another package, with its values as parameters. */
const asGiven = (text: string, values: readonly unknown[]) =>
  // oxlint-disable-next-line no-restricted-properties -- the text is a constant of that package and contains no input
  CompiledQuery.raw(text, [...values])

/**
 * The connections of a database, for one statement at a time. Outside of requests, a statement with values that comes again
 * is prepared: the queue's take longer to plan than to run.
 */
export function connectionsOf({
  background,
  backgroundQuery,
  unflushedQuery,
}: Pick<Database, 'background' | 'backgroundQuery' | 'unflushedQuery'>): WorkConnection {
  const nameOf = recurringStatements()
  return {
    endTogether: (work) => endTogether(unflushedQuery, work),

    async executeSql(text, values = [], handling) {
      // A text without values may be several statements, and the end of a request stops what is not prepared.
      const name = values.length > 0 && currentRequest() === null ? nameOf(text) : undefined
      const waiting = handling === 'unflushed' ? takeWaiting() : []
      if (name === undefined) {
        // Before it: after the end of the job, a crash would leave them undone for ever.
        for (const one of waiting) await unflushedQuery(one.name, one.text, one.values)
        return { rows: await executeAlone(background, text, values) }
      }
      return {
        rows:
          handling === 'unflushed'
            ? [...(await unflushedQuery(name, text, values, waiting))]
            : [...(await backgroundQuery(name, text, values))],
      }
    },
  }
}

const executeAlone = (
  kysely: Kysely<Tables>,
  text: string,
  values: readonly unknown[],
): Promise<unknown[]> =>
  kysely.connection().execute(async (connection) => {
    try {
      return (await connection.executeQuery(asGiven(text, values))).rows
    } catch (error) {
      // Several statements in one text may have begun a transaction; end it before the connection
      // is reused.
      await sql`rollback`.execute(connection).catch(() => {})
      throw orUnavailable(error)
    }
  })

const nameInTransactions = recurringStatements()

/** The connection of a transaction. A statement with values that comes again is prepared. */
export const connectionOf = (transaction: Transaction<Tables>): Connection => ({
  async executeSql(text, values = [], handling) {
    const name = values.length > 0 ? nameInTransactions(text) : undefined
    if (name !== undefined) {
      prepareText(name, text)
      if (handling === 'unread') leaveUnread(text)
    }
    return { rows: (await transaction.executeQuery(asGiven(text, values))).rows }
  },
})

/** Runs a statement in a transaction. It is prepared. */
export async function queryPrepared<Row>(
  transaction: Transaction<Tables>,
  { name, text, values }: PreparedStatement,
): Promise<readonly Row[]> {
  prepareText(name, text)
  // oxlint-disable-next-line no-restricted-properties -- the text is a constant of a store and contains no input
  return (await transaction.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows
}

/** The same for a statement whose rows are not needed. It may be sent with the one after it, which then reports its failure. */
export async function executePrepared(
  transaction: Transaction<Tables>,
  statement: PreparedStatement,
): Promise<void> {
  leaveUnread(statement.text)
  await queryPrepared(transaction, statement)
}

/** A constant text with parameters. Its name is its own. */
type PreparedStatement = {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}

/**
 * A parameter that is a list, hidden from the planner. It expects ten values in a list that it does not see, and would
 * plan a prepared statement again for each shorter one that it sees.
 */
export const hiddenList = (parameter: `$${number}`, type: string): string =>
  `(select ${parameter}::${type}[])::${type}[]`
