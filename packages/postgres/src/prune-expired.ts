import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** What ends, and what its rows are told apart by. */
const keyColumns = { link_tokens: 'user_id', password_resets: 'id', sessions: 'id', sign_in_challenges: 'id' } as const

/**
 * Deletes rows whose time is over by the clock of the database, at most so many, and answers how many. It reads the whole
 * table: an index on an end that moves with every refresh would cost more than that.
 */
export async function pruneExpired(
  transaction: Transaction<Tables>,
  table: keyof typeof keyColumns,
  countMax: number,
): Promise<number> {
  const key = sql.ref(keyColumns[table])
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ${key} in (
      select ${key} from ${sql.table(table)} where expires_at <= now() limit ${countMax} for update skip locked
    )
  `.execute(transaction)
  return Number(numAffectedRows)
}
