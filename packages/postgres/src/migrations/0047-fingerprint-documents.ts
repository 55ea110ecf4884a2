import { sql, type Kysely } from 'kysely'

/** Documents without a fingerprint get theirs from the next import. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table documents add column fingerprint text`.execute(database)
}
