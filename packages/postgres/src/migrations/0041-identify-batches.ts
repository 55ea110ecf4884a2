import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table key_usage_batches (id uuid primary key, stored_at timestamptz not null default now())
  `.execute(database)
  await sql`create index key_usage_batches_stored_at on key_usage_batches (stored_at)`.execute(
    database,
  )
  await sql`alter table chat_marks add column dropped_batch uuid`.execute(database)
}
