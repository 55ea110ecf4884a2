import { Query, type ClientBase, type QueryResult, type QueryResultRow } from 'pg'

/** One statement; a name makes its connection prepare it once. */
export type Statement = {
  readonly name?: string | undefined
  readonly text: string
  readonly values: readonly unknown[]
  readonly timeoutMs?: number | undefined
}

/** Runs a statement. The driver's own short form copies its argument property by property and makes a promise more. */
export const runStatement = <Row extends QueryResultRow>(
  client: ClientBase,
  { name, text, values, timeoutMs }: Statement,
): Promise<QueryResult<Row>> =>
  new Promise((resolve, reject) => {
    const query = new Query<Row>(text, [...values], (error, result) => (error ? reject(error) : resolve(result)))
    client.query(Object.assign(query, { name, query_timeout: timeoutMs }))
  })
