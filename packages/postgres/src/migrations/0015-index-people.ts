import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  // Pairs of neighbouring characters find a text inside another without an extension, from the second character on.
  await sql`
    create function ken_pairs(input text) returns text[] language sql immutable strict parallel safe as $$
      select coalesce(array_agg(distinct substr(input, place, 2)), '{}') from generate_series(1, length(input) - 1) as place
    $$
  `.execute(database)
  await sql`
    alter table users
      add column search_text text not null generated always as (email || ' ' || lower(name)) stored,
      add column search_pairs text[] not null generated always as (ken_pairs(email || ' ' || lower(name))) stored
  `.execute(database)
  await sql`create index users_pairs on users using gin (search_pairs)`.execute(database)
  await sql`create index users_name on users (lower(name) text_pattern_ops)`.execute(database)
  await sql`create index users_email on users (email collate "C")`.execute(database)
  await sql`create index users_active_owners on users (id) where role = 'Owner' and status = 'active'`.execute(
    database,
  )
}
