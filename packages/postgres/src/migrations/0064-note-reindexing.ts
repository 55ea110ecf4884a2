import { sql, type Kysely } from 'kysely'

/**
 * How far a rebuild of the search index is: the last document that was analyzed again, and how many
 * were. Null and 0 unless a rebuild is running or was interrupted.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table search_state add column reindexed_to uuid, add column reindexed bigint not null default 0
  `.execute(database)
}
