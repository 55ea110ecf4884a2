import { sql, type Kysely } from 'kysely'

/**
 * As a number: the planner rewrites conditions on a boolean so that they do not match the index. Includes
 * the column of the expression, without which people cannot be counted from the index alone.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`drop index users_kind`.execute(database)
  await sql`
    create index users_kind on users (role, status, ((mfa_enabled_at is null)::int), email collate "C" nulls first)
      include (mfa_enabled_at)
  `.execute(database)
}
