import { sql, type Kysely } from 'kysely'
import type { DiskFault } from '../../database.ts'
import { isDiskFull } from '../../connections/disk-watch.ts'
import type { Tables } from '../../tables.ts'

/**
 * Checks whether the server can store another megabyte, in a temporary table that ends with the
 * transaction. A small write may succeed on a full disk, in existing pages; this one needs new
 * pages.
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
