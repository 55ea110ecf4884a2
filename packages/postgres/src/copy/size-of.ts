import { sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.ts'
import { named, type CopiedTable } from './tables-of.ts'

/** How many rows a table has, and how many may be in memory at a time. */
export type TableSize = { readonly rows: number; readonly rowsPerPart: number }

const bytesPerPart = 2 * 1024 ** 2
/** A statement has at most 65,535 parameters. */
const valuesPerPart = 5_000
/** The text of a number or a vector is at most this many times as long as what is stored. */
const textPerByte = 4

/** Counts the rows of a table and measures the largest. */
export async function sizeOf(
  transaction: Transaction<Tables>,
  table: CopiedTable,
): Promise<TableSize> {
  const bytes = table.columns.map(({ name, isText }) =>
    isText
      ? sql`coalesce(octet_length(${sql.ref(name)}), 0)`
      : sql`coalesce(pg_column_size(${sql.ref(name)}), 0) * ${textPerByte}::int`,
  )
  const { rows } = await sql<{ count: number; largest: number }>`
    select count(*)::float8 as count, coalesce(max(${sql.join(bytes, sql` + `)}), 1)::float8 as largest
    from ${named(table)}
  `.execute(transaction)
  const { count, largest } = rows[0]!
  const most = Math.min(bytesPerPart / largest, valuesPerPart / table.columns.length)
  return { rows: count, rowsPerPart: Math.max(1, Math.floor(most)) }
}
