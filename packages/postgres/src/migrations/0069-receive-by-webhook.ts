import { sql, type Kysely } from 'kysely'

/** How the updates of the bot messenger come, and what a webhook needs. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table bot_messenger_settings
      add column transport text not null default 'polling'
        check (transport in ('polling', 'webhook')),
      add column webhook_secret_enc text,
      add column webhook_addresses text[] not null default '{}'
  `.execute(database)
}
