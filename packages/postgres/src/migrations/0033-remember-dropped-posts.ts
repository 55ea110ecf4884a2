import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  // What was counted as dropped, for as long as it may be read back.
  await sql`
    create table chat_drops (
      bot_user_id text not null,
      post_id text not null,
      posted_at timestamptz not null,
      primary key (bot_user_id, post_id)
    )
  `.execute(database)
  await sql`create index chat_drops_posted on chat_drops (posted_at)`.execute(database)
}
