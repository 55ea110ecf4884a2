import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  // The list of people is by address: who asks for few of many must not wait for a walk through all.
  await sql`create index users_role on users (role, email collate "C")`.execute(database)
  await sql`create index users_status on users (status, email collate "C")`.execute(database)
}
