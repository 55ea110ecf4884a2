import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  // The only platform that a code works on; null for any.
  await sql`alter table link_tokens add column source text`.execute(database)
}
