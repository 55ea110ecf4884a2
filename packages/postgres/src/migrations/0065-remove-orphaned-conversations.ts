import { sql, type Kysely } from 'kysely'

/**
 * Removes what deleted people asked Ken to remember, which no one can read or forget. Since this version, deleting an
 * account removes it. See docs/decisions/0050-what-ken-remembers-ends-with-its-person.md.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`delete from conversations where source = 'api' and user_id is null`.execute(database)
}
