import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Deletes rows whose time is over by the clock of the database, at most so many, and answers how many. It reads the whole
 * table: an index on an end that moves with every refresh would cost more than that.
 */
export async function pruneExpired(
  transaction: Transaction<Tables>,
  table: 'password_resets' | 'sessions' | 'sign_in_challenges',
  countMax: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where id in (
      select id from ${sql.table(table)} where expires_at <= now() limit ${countMax} for update skip locked
    )
  `.execute(transaction)
  return Number(numAffectedRows)
}
