import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  // What the list of people searches for: role, status, and every run of one, two or three characters.
  await sql`
    create function ken_people_terms(search_text text, role text, status text) returns text[]
    language sql immutable strict parallel safe as $$
      select array['role ' || role, 'status ' || status] || array_agg(distinct substr(search_text, place, size))
      from generate_series(1, length(search_text)) as place, generate_series(1, 3) as size
    $$
  `.execute(database)
  // Without a list of pending entries, which every search would read.
  await sql`
    create index users_terms on users using gin (ken_people_terms(search_text, role, status)) with (fastupdate = off)
  `.execute(database)
  await sql`alter table users drop column search_runs`.execute(database)
  await sql`create index users_role_and_status on users (role, status, email collate "C" nulls first)`.execute(
    database,
  )
  await sql`drop index users_role, users_status`.execute(database)
  // These sort nulls differently from the primary keys, which the planner would otherwise walk.
  await sql`create index api_keys_of_owner on api_keys (owner_id, id nulls first)`.execute(database)
  await sql`
    create index api_keys_of_responsible on api_keys ((coalesce(owner_id, taken_over_by, created_by)), id nulls first)
  `.execute(database)
  await sql`create index invitations_in_state on invitations (state, id nulls first)`.execute(
    database,
  )
  await sql`
    create index invitations_of_import on invitations (import_id, id nulls first) where import_id is not null
  `.execute(database)
  await sql`
    create index invitations_of_import_in_state on invitations (import_id, state, id nulls first) where import_id is not null
  `.execute(database)
  await sql`drop index api_keys_owner, invitations_state, invitations_import`.execute(database)
}
