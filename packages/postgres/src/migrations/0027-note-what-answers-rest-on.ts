import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table messages add column rests_on uuid[] not null default '{}'`.execute(database)
  // Of answers before, nobody knows: they rest on a document that is nowhere, and are given to no model again.
  await sql`
    update messages set rests_on = '{00000000-0000-0000-0000-000000000000}' where role = 'assistant'
  `.execute(database)
  await sql`alter table messages alter column rests_on drop default`.execute(database)
  await sql`alter table chat_posts add column rests_on uuid[] not null default '{}'`.execute(
    database,
  )
  await sql`
    update chat_posts set rests_on = '{00000000-0000-0000-0000-000000000000}' where answer is not null
  `.execute(database)
}
