import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table password_resets (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
      tries int not null default 0,
      expires_at timestamptz not null
    )
  `.execute(database)
  await sql`create index password_resets_user on password_resets (user_id)`.execute(database)
}
