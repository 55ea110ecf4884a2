import { Query, type ClientBase, type QueryResult, type QueryResultRow } from 'pg'

/** One statement. A named one is prepared once per connection. */
export type Statement = {
  readonly name?: string | undefined
  readonly text: string
  readonly values: readonly unknown[]
  readonly timeoutMs?: number | undefined
}

/**
 * Runs a statement. Cheaper than the driver's `query`, which copies its argument and creates one
 * more promise.
 */
export const runStatement = <Row extends QueryResultRow>(
  client: ClientBase,
  { name, text, values, timeoutMs }: Statement,
): Promise<QueryResult<Row>> =>
  new Promise((resolve, reject) => {
    const query = new Query<Row>(text, [...values], (error, result) =>
      error ? reject(error) : resolve(result),
    )
    client.query(Object.assign(query, { name, query_timeout: timeoutMs }))
  })

/**
 * Runs a statement after others whose rows are not needed, in one round trip. When one fails, those after it do not run.
 * All that have a name must be prepared on this connection.
 */
export const runStatementAfter = <Row extends QueryResultRow>(
  client: ClientBase,
  before: readonly Statement[],
  { name, text, values }: Statement,
): Promise<QueryResult<Row>> =>
  new Promise((resolve, reject) => {
    const query = new LaterQuery<Row>(text, [...values], (error, result) =>
      error ? reject(error) : resolve(result),
    )
    query.before = before
    client.query(Object.assign(query, { name, queryMode: 'extended' }))
  })

/** Whether a statement is prepared on a connection. */
export function isPrepared(client: ClientBase, name: string): boolean {
  const { connection } = client as unknown as { readonly connection: Connection } // Its types omit the member.
  return connection.parsedStatements[name] !== undefined
}

/** The driver's connection and query; its types omit these members. */
type Connection = {
  readonly parsedStatements: { readonly [name: string]: string | undefined }
  readonly sync: () => void
}
type Driven = {
  readonly prepare: (connection: Connection) => void
  readonly handleDataRow: (message: object) => void
  readonly handleCommandComplete: (message: object, connection: Connection) => void
  readonly handleError: (error: unknown, connection: Connection) => void
}

const { prepare, handleDataRow, handleCommandComplete, handleError } =
  Query.prototype as unknown as Driven // Its types omit the methods.

/**
 * The driver sends the messages of one query together: parse, bind, describe, execute, sync. This query sends those of
 * others first, without describe and sync, and ignores their rows. A sync ends the round trip and the effect of an error.
 */
class LaterQuery<Row extends QueryResultRow> extends Query<Row> {
  before: readonly Statement[] = []
  #endedCount = 0

  prepare(connection: Connection): void {
    const continued = Object.assign(Object.create(connection) as Connection, {
      describe: () => {},
      sync: () => {},
    })
    for (const { name, text, values } of this.before) {
      let fault: unknown
      const query = new Query(text, [...values], (error) => {
        fault = error
      })
      prepare.call(Object.assign(query, { name }), continued)
      // A value that cannot be sent.
      if (fault !== undefined) {
        connection.sync()
        handleError.call(this, fault, connection)
        return
      }
    }
    prepare.call(this, connection)
  }

  handleDataRow(message: object): void {
    if (this.#endedCount < this.before.length) return
    handleDataRow.call(this, message)
  }

  handleCommandComplete(message: object, connection: Connection): void {
    this.#endedCount += 1
    if (this.#endedCount <= this.before.length) return
    handleCommandComplete.call(this, message, connection)
  }
}
