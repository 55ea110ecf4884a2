import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function set_updated_at() returns trigger language plpgsql as $$
    begin
      new.updated_at := now();
      return new;
    end
    $$
  `.execute(database)
  await sql`
    create table teamchat_settings (
      id bigint primary key check (id = 1),
      base_url text,
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
  await sql`
    create trigger teamchat_settings_set_updated_at before update on teamchat_settings
      for each row execute function set_updated_at()
  `.execute(database)
  await sql`insert into teamchat_settings (id) values (1)`.execute(database)
}
