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
 * Runs a statement that has values after others that have none and return nothing, in one round
 * trip. When one fails, those after it do not run.
 */
export const runStatementAfter = <Row extends QueryResultRow>(
  client: ClientBase,
  before: readonly string[],
  { text, values }: Pick<Statement, 'text' | 'values'>,
): Promise<QueryResult<Row>> =>
  new Promise((resolve, reject) => {
    const query = new LaterQuery<Row>(text, [...values], (error, result) =>
      error ? reject(error) : resolve(result),
    )
    query.before = before
    client.query(query)
  })

/** The driver's connection and query; its types omit these members. */
type Connection = Record<'parse' | 'bind' | 'execute', (message: { text?: string }) => void>
type Driven = { readonly prepare: (connection: Connection) => void }

const { prepare } = Query.prototype as unknown as Driven // Its types omit the method.

/** The driver sends the messages of one query together, and the last of them ends the round trip. */
class LaterQuery<Row extends QueryResultRow> extends Query<Row> {
  before: readonly string[] = []

  prepare(connection: Connection): void {
    for (const text of this.before) {
      connection.parse({ text })
      connection.bind({})
      connection.execute({})
    }
    prepare.call(this, connection)
  }
}
