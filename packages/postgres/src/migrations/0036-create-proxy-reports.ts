import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table proxy_reports (peer text primary key, seen_at timestamptz not null)`.execute(
    database,
  )
}
