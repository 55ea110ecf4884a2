import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table server_beats (only_row boolean primary key default true check (only_row), beat_at timestamptz not null)
  `.execute(database)
  await sql`
    create table server_outages (
      began_at timestamptz primary key,
      ended_at timestamptz not null,
      check (ended_at > began_at)
    )
  `.execute(database)
  await sql`create index server_outages_end on server_outages (ended_at)`.execute(database)
}
