import { sql, type Kysely } from 'kysely'

/**
 * A search for frequent words reads the words of many passages, and takes up to ten times as long when each must be
 * fetched from beside the table and unpacked. This is as much of a row as a page can hold.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table document_chunks set (toast_tuple_target = 8160)`.execute(database)
}
