import { sql, type Kysely } from 'kysely'

/** Posts of several chats, where their answers are, and the settings of two more bots. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table chat_posts
      add column source text not null default 'teamchat',
      add column author_id text,
      add column placed text[] not null default '{}'
  `.execute(database)
  await sql`
    create table workspace_chat_settings (
      id bigint primary key check (id = 1),
      bot_token_enc text,
      app_token_enc text,
      app_id text,
      workspace_id text,
      workspace_name text,
      bot_user_id text,
      bot_username text,
      match_by_email boolean not null default false,
      enabled boolean not null default false,
      last_test_ok boolean,
      last_test_at timestamptz,
      created_at timestamptz default now(),
      updated_at timestamptz default now()
    )
  `.execute(database)
  await sql`
    create table bot_messenger_settings (
      id bigint primary key check (id = 1),
      api_root text not null default 'https://api.telegram.org',
      bot_token_enc text,
      bot_user_id text,
      bot_username text,
      enabled boolean not null default false,
      last_test_ok boolean,
      last_test_at timestamptz,
      created_at timestamptz default now(),
      updated_at timestamptz default now()
    )
  `.execute(database)
  for (const table of ['workspace_chat_settings', 'bot_messenger_settings']) {
    await sql`
      create trigger ${sql.id(`${table}_set_updated_at`)} before update on ${sql.id(table)}
        for each row execute function set_updated_at()
    `.execute(database)
    await sql`insert into ${sql.id(table)} (id) values (1)`.execute(database)
  }
}
