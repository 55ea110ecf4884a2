import { sql, type Kysely } from 'kysely'

/**
 * Each serves one combination of filters, by action, outcome and time. They sort nulls differently,
 * so that only the right one has the order that a query asks for.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create index audit_log_newest on audit_log (outcome collate "C", at, id)
  `.execute(database)
  await sql`
    create index audit_log_kind on audit_log (action collate "C", outcome collate "C", at nulls first, id)
  `.execute(database)
  await sql`
    create index audit_log_actor_kind on audit_log (actor_id, action collate "C", outcome collate "C", at, id nulls first)
      where actor_id is not null
  `.execute(database)
  await sql`
    create index audit_log_target_kind on audit_log (target collate "C", action collate "C", outcome collate "C", at, id nulls first)
  `.execute(database)
  await sql`
    create index audit_log_actor_target_kind on audit_log
      (actor_id, target collate "C", action collate "C", outcome collate "C", at nulls first, id nulls first)
      where actor_id is not null
  `.execute(database)
  await sql`drop index audit_log_actor, audit_log_action, audit_log_target, audit_log_at`.execute(
    database,
  )
}
