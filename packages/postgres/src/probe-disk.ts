import { sql, type Kysely } from 'kysely'
import type { DiskFault } from './database.ts'
import { isDiskFull } from './lanes/disk-watch.ts'
import type { Tables } from './tables.ts'

/**
 * Looks whether a server has room for a megabyte more, in a table that nobody else sees and that goes with the transaction.
 * A small act may succeed on a full disk, in pages that are there already; this one needs new ones.
 */
export async function probeDisk(kysely: Kysely<Tables>): Promise<DiskFault | null> {
  try {
    await kysely.transaction().execute(async (transaction) => {
      // On the disk of the database itself.
      await sql`set local temp_tablespaces = ''`.execute(transaction)
      // Rows this short are not compressed.
      await sql`
        create temp table ken_room on commit drop as select repeat('x', 1900) as filling from generate_series(1, 540)
      `.execute(transaction)
    })
    return null
  } catch (error) {
    if (isDiskFull(error)) return 'full'
    throw error
  }
}
