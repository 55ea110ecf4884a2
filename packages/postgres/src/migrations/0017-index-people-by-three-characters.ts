import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table users drop column search_pairs`.execute(database)
  await sql`drop function ken_pairs(text)`.execute(database)
  // Every run of two or three neighbouring characters. Three tell far more apart than two; two are for the second typed character.
  await sql`
    create function ken_runs(input text, size int) returns text[] language sql immutable strict parallel safe as $$
      select coalesce(array_agg(distinct substr(input, place, size)), '{}')
      from generate_series(1, length(input) - size + 1) as place
    $$
  `.execute(database)
  await sql`
    alter table users add column search_runs text[] not null generated always as (
      ken_runs(email || ' ' || lower(name), 2) || ken_runs(email || ' ' || lower(name), 3)
    ) stored
  `.execute(database)
  await sql`create index users_runs on users using gin (search_runs)`.execute(database)
}
