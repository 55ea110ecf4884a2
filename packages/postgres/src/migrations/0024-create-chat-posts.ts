import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table chat_posts (
      post_id text primary key,
      channel_id text not null,
      root_id text not null,
      posted_at timestamptz not null,
      received_at timestamptz not null default date_trunc('milliseconds', now()),
      is_admitted boolean not null,
      answer text[],
      answered_at timestamptz,
      outcome text check (outcome in ('answered', 'linked', 'refused', 'undeliverable', 'dropped')),
      check ((answered_at is null) = (outcome is null)),
      check (answer is null or outcome is null)
    )
  `.execute(database)
  await sql`create index chat_posts_channel on chat_posts (channel_id, posted_at)`.execute(database)
  await sql`
    create table chat_marks (
      bot_user_id text primary key,
      settled_at timestamptz,
      dropped jsonb not null default '{}'
    )
  `.execute(database)
  await sql`create table leases (name text primary key, holder text not null, expires_at timestamptz not null)`.execute(
    database,
  )
  await sql`
    create table heartbeats (name text primary key, report jsonb not null, expires_at timestamptz not null)
  `.execute(database)
}
