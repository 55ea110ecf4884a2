import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table conversations (
      id uuid primary key,
      user_id uuid references users on delete set null,
      source text not null,
      meta jsonb not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )
  `.execute(database)
  await sql`
    create unique index conversations_thread on conversations (source, (meta ->> 'channel_id'), (meta ->> 'root_id'))
  `.execute(database)
  await sql`create index conversations_user on conversations (user_id)`.execute(database)
  await sql`
    create table messages (
      id uuid primary key,
      conversation_id uuid not null references conversations on delete cascade,
      user_id uuid references users on delete set null,
      role text not null check (role in ('person', 'assistant')),
      text text not null,
      created_at timestamptz not null default now()
    )
  `.execute(database)
  await sql`create index messages_conversation on messages (conversation_id, created_at, id)`.execute(
    database,
  )
  await sql`create index messages_user on messages (user_id)`.execute(database)
}
