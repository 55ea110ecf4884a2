import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create index audit_log_session on audit_log (session_id) where session_id is not null
  `.execute(database)
  await sql`
    create index audit_log_request on audit_log (request_id) where request_id is not null
  `.execute(database)
  // Shown at sign-in and in emails.
  await sql`
    alter table org_settings add column organisation_name text check (length(organisation_name) between 1 and 200)
  `.execute(database)
}
