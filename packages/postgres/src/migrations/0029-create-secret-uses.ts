import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table secret_uses (
      id text primary key,
      first_used_at timestamptz not null default clock_timestamp(),
      last_used_at timestamptz not null
    )
  `.execute(database)
}
