import { sql, type Kysely } from 'kysely'

/** The account that a stored answer was written for. Refers to no row: the answer stays that person's when the account is gone. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table chat_posts add column answer_for uuid`.execute(database)
}
