import { sql, type Kysely } from 'kysely'

/** Messages to the bot of the workspace chat in requests of the platform, and what such requests say about delivery. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workspace_chat_settings
      add column transport text not null default 'socket' check (transport in ('socket', 'http')),
      add column signing_secret_enc text
  `.execute(database)
  await sql`
    alter table chat_marks
      add column requested_at timestamptz,
      add column missed_at timestamptz,
      add column limited_at timestamptz
  `.execute(database)
}
