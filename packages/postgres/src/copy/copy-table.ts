import { sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Pair } from './pairs-of.ts'
import type { Pass, TableSize } from './size-of.ts'
import { named } from './tables-of.ts'

export type TableCopy = {
  readonly from: Transaction<Tables>
  readonly to: Transaction<Tables>
  readonly pair: Pair
  readonly size: TableSize
}

type Row = { readonly [column: string]: string | null }

/**
 * Copies all rows of a table in parts, and yields the number of rows of each. Every value travels as the text that its type
 * writes and reads.
 */
export async function* copyTable({ size, ...copy }: TableCopy): AsyncGenerator<number> {
  for (const pass of size.passes) yield* copyPass(copy, pass)
}

async function* copyPass(
  { from, to, pair }: Omit<TableCopy, 'size'>,
  { where, rowsPerPart }: Pass,
): AsyncGenerator<number> {
  const columns = pair.from.columns.map(({ name }) => sql.ref(name))
  const texts = columns.map((column, place) => sql`${column}::text as ${sql.ref(nameAt(place))}`)
  // Rows that refer to no other row of the table come first.
  const order = pair.from.ownReferences.map((name) => sql`${sql.ref(name)} nulls first`)
  const ordered = order.length === 0 ? sql`` : sql`order by ${sql.join(order)}`
  await sql`
    declare copied no scroll cursor for select ${sql.join(texts)} from ${named(pair.from)}
    where ${where} ${ordered}
  `.execute(from)
  for (;;) {
    const { rows } = await sql<Row>`fetch forward ${literal(rowsPerPart)} from copied`.execute(from)
    if (rows.length > 0) {
      const values = rows.map(
        (row) => sql`(${sql.join(columns.map((_, place) => row[nameAt(place)]))})`,
      )
      await sql`
        insert into ${named(pair.to)} (${sql.join(columns)}) overriding system value values ${sql.join(values)}
      `.execute(to)
      yield rows.length
    }
    if (rows.length < rowsPerPart) break
  }
  await sql`close copied`.execute(from)
}

const nameAt = (place: number): string => `c${place}`

// oxlint-disable-next-line no-restricted-properties -- FETCH takes no parameters; the value is a number of this code
const literal = (value: number) => sql.lit(value)
