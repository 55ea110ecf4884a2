import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table personal_agents (
      id uuid primary key,
      owner_id uuid not null references users on delete cascade,
      name text not null,
      enabled boolean not null default true
    )
  `.execute(database)
  await sql`create index personal_agents_owner on personal_agents (owner_id, name)`.execute(
    database,
  )
}
