import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table paces (name text primary key, next_at timestamptz not null)`.execute(
    database,
  )
}
