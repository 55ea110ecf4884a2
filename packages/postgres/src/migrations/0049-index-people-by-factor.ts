import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  // People are also listed and counted by whether they have two-factor authentication.
  await sql`
    create index users_kind on users (role, status, (mfa_enabled_at is not null), email collate "C" nulls first)
  `.execute(database)
  await sql`drop index users_role_and_status`.execute(database)
  // A text is looked for among the next people with a factor, who may be few.
  await sql`
    create index users_with_factor on users (email collate "C" nulls first) where mfa_enabled_at is not null
  `.execute(database)
}
