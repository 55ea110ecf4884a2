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
