import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { Tables } from '../tables.ts'
import { named, type CopiedTable } from './tables-of.ts'

/** How many rows a table has, and how they are copied. */
export type TableSize = { readonly rows: number; readonly passes: readonly Pass[] }

/** A part of the rows of a table, and how many of them may be in memory at a time. */
export type Pass = { readonly where: RawBuilder<unknown>; readonly rowsPerPart: number }

const bytesPerPart = 2 * 1024 ** 2
/** Larger rows are copied after the others, so that a few of them do not make every part small. */
const bytesOfSmallRow = 32 * 1024
/** A statement has at most 65,535 parameters. */
const valuesPerPart = 5_000
/** The text of a number or a vector is at most this many times as long as what is stored. */
const textPerByte = 4

/** Counts the rows of a table and measures the largest. */
export async function sizeOf(
  transaction: Transaction<Tables>,
  table: CopiedTable,
): Promise<TableSize> {
  const bytes = bytesOf(table)
  const { rows } = await sql<{ count: number; small: number; largest: number }>`
    select count(*)::float8 as count, coalesce(max(${bytes}), 1)::float8 as largest,
      coalesce(max(${bytes}) filter (where ${bytes} <= ${bytesOfSmallRow}::int), 1)::float8 as small
    from ${named(table)}
  `.execute(transaction)
  const { count, small, largest } = rows[0]!
  const perPart = (size: number) =>
    Math.max(1, Math.floor(Math.min(bytesPerPart / size, valuesPerPart / table.columns.length)))
  // In one order, if rows refer to each other.
  if (largest <= bytesOfSmallRow || table.ownReferences.length > 0)
    return { rows: count, passes: [{ where: sql`true`, rowsPerPart: perPart(largest) }] }
  return {
    rows: count,
    passes: [
      { where: sql`${bytes} <= ${bytesOfSmallRow}::int`, rowsPerPart: perPart(small) },
      { where: sql`${bytes} > ${bytesOfSmallRow}::int`, rowsPerPart: perPart(largest) },
    ],
  }
}

/** At most how many bytes the text of a row has. */
const bytesOf = ({ columns }: CopiedTable): RawBuilder<unknown> =>
  sql`(${sql.join(
    columns.map(({ name, isText }) =>
      isText
        ? sql`coalesce(octet_length(${sql.ref(name)}), 0)`
        : sql`coalesce(pg_column_size(${sql.ref(name)}), 0) * ${textPerByte}::int`,
    ),
    sql` + `,
  )})`
