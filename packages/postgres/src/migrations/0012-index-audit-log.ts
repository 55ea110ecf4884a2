import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  // Each serves one filter, newest first.
  await sql`create index audit_log_actor on audit_log (actor_id, id)`.execute(database)
  await sql`create index audit_log_action on audit_log (action collate "C", id)`.execute(database)
  await sql`create index audit_log_target on audit_log (target, id)`.execute(database)
  await sql`create index audit_log_at on audit_log (at)`.execute(database)
}
