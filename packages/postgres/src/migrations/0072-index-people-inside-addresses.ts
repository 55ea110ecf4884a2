import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  /*
   * Role, status, two-factor authentication, every run of three characters, and with a star each run of
   * one to three characters that is not the start of the address. Addresses that start with a text are
   * next to each other in the indexes by address, and may be thousands.
   */
  await sql`
    create function ken_people_terms(search_text text, role text, status text, has_factor boolean) returns text[]
    language sql immutable strict parallel safe as $$
      select array['role ' || role, 'status ' || status]
        || case when has_factor then array['factor enabled'] end
        || array_agg(distinct run) filter (where length(run) = 3)
        || array_agg(distinct '*' || run) filter (where not starts_with(search_text, run))
      from generate_series(1, length(search_text)) as place, generate_series(1, 3) as size,
        substr(search_text, place, size) as run
    $$
  `.execute(database)
  await sql`drop index users_terms`.execute(database)
  // Without a list of pending entries, which every search would read.
  await sql`
    create index users_terms on users
      using gin (ken_people_terms(search_text, role, status, mfa_enabled_at is not null)) with (fastupdate = off)
  `.execute(database)
  // The function of the earlier index stays: processes of an earlier version search with it, now without that index.
}
