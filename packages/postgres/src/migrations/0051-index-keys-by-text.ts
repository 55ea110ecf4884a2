import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table api_keys add column search_text text not null generated always as (lower(name || ' ' || prefix)) stored
  `.execute(database)
  // What the list of keys searches for: every run of one, two or three characters.
  await sql`
    create function ken_text_terms(search_text text) returns text[] language sql immutable strict parallel safe as $$
      select array_agg(distinct substr(search_text, place, size))
      from generate_series(1, length(search_text)) as place, generate_series(1, 3) as size
    $$
  `.execute(database)
  // Without a list of pending entries, which every search would read.
  await sql`
    create index api_keys_terms on api_keys using gin (ken_text_terms(search_text)) with (fastupdate = off)
  `.execute(database)
}
