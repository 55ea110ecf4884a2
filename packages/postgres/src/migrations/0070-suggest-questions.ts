import { sql, type Kysely } from 'kysely'

/** What the app of the workspace chat shows before people ask, and what it may do. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workspace_chat_settings
      add column ai_features boolean not null default false,
      add column prompts text[] not null default '{}',
      add column scopes text[]
  `.execute(database)
}
