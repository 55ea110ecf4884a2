import { sql, type Kysely } from 'kysely'

/** An upsert cannot see what it overwrites, but it can leave a note about it in the row. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table documents add column text_changed_at timestamptz not null default now()`.execute(
    database,
  )
}
