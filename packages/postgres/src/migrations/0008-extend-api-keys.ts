import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  // A service key belongs to the organisation: it outlives whoever made it.
  await sql`alter table api_keys alter column owner_id drop not null`.execute(database)
  await sql`alter table api_keys add check ((owner_id is null) = (kind = 'service'))`.execute(
    database,
  )
  await sql`
    create index api_keys_expiry on api_keys (expires_at) where reminded_at is null and revoked_at is null
  `.execute(database)
  await sql`
    create table api_key_usage (
      key_id uuid not null references api_keys on delete cascade,
      hour timestamptz not null,
      ok bigint not null,
      rate_limited bigint not null,
      denied bigint not null,
      failed bigint not null,
      total bigint not null generated always as (ok + rate_limited + denied + failed) stored,
      primary key (key_id, hour)
    )
  `.execute(database)
  await sql`
    create table identity_mapping (
      id uuid primary key,
      source text not null,
      external_id text not null,
      user_id uuid not null references users on delete cascade,
      created_at timestamptz not null,
      unique (source, external_id)
    )
  `.execute(database)
  await sql`create index identity_mapping_user on identity_mapping (user_id, id)`.execute(database)
  await sql`
    create table link_tokens (
      user_id uuid primary key references users on delete cascade,
      token_hash text not null unique,
      expires_at timestamptz not null
    )
  `.execute(database)
}
