import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table invitation_import_lines (
      import_id uuid not null references invitation_imports on delete cascade,
      line int not null,
      email text,
      verdict text not null check (verdict in ('created', 'already_invited', 'already_a_user', 'invalid')),
      fault text,
      invitation_id uuid,
      primary key (import_id, line)
    )
  `.execute(database)
  await sql`
    create index invitation_import_lines_of_verdict on invitation_import_lines (import_id, verdict, line)
  `.execute(database)
  await sql`
    create function ken_trigrams(search_text text) returns text[] language sql immutable strict parallel safe as $$
      select array_agg(distinct substr(search_text, place, 3)) from generate_series(1, length(search_text) - 2) as place
    $$
  `.execute(database)
  // Pending entries make imports faster. Every search reads them, so there are few.
  await sql`
    create index invitations_trigrams on invitations using gin (ken_trigrams(email)) with (gin_pending_list_limit = 256)
  `.execute(database)
}
