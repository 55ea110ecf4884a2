import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table chat_marks add column begun_at timestamptz`.execute(database)
  await sql`update chat_marks set begun_at = settled_at`.execute(database)
  await sql`alter table chat_marks add check ((begun_at is null) = (settled_at is null))`.execute(
    database,
  )
}
