import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'

/** The tables with an expiry, and their key columns. */
const keyColumns = {
  link_tokens: 'user_id',
  password_resets: 'id',
  sessions: 'id',
  sign_in_challenges: 'id',
} as const

/**
 * Deletes up to a limit of expired rows, by the database's clock, and returns their number. Scans
 * the whole table: an index on an expiry that moves with every refresh would cost more. A subquery with a limit that is
 * not materialized may run once per row, each time past the rows that are deleted already.
 */
export async function pruneExpired(
  transaction: Transaction<Tables>,
  table: keyof typeof keyColumns,
  countMax: number,
): Promise<number> {
  const key = sql.ref(keyColumns[table])
  const { numAffectedRows } = await sql`
    with expired as materialized (
      select ${key} from ${sql.table(table)} where expires_at <= now() limit ${countMax} for update skip locked
    )
    delete from ${sql.table(table)} where ${key} in (select ${key} from expired)
  `.execute(transaction)
  return Number(numAffectedRows)
}
