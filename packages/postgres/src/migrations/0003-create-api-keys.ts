import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table api_keys (
      id uuid primary key,
      kind text not null default 'personal' check (kind in ('personal', 'service')),
      owner_id uuid not null references users on delete cascade,
      source text check ((source is not null) = (kind = 'service')),
      name text not null,
      key_hash text not null unique check (key_hash ~ '^[0-9a-f]{64}$'),
      prefix text not null,
      sources text[],
      created_by uuid,
      created_at timestamptz not null default now(),
      expires_at timestamptz,
      last_used_at timestamptz,
      revoked_at timestamptz,
      revoked_by uuid,
      reminded_at timestamptz
    )
  `.execute(database)
  await sql`create index api_keys_owner on api_keys (owner_id, id)`.execute(database)
}
