import { sql, type Kysely } from 'kysely'

/**
 * Which principals the documents of each source have, or once had. A search that is limited to
 * sources looks up only these pairs: of 50 sources and 200 principals, 10,000 are possible.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  // Not unique: imports that add the same pair at the same time must not wait for each other.
  await sql`
    create table source_principals (source text collate "C" not null, principal text collate "C" not null)
  `.execute(database)
  await sql`create index source_principals_pair on source_principals (source, principal)`.execute(
    database,
  )
  await sql`
    create function ken_note_principals() returns trigger language plpgsql as $$
    begin
      insert into source_principals (source, principal)
      select source, principal
      from (select distinct source, unnest(allowed) as principal from new_rows) as noted
      where not exists (
        select from source_principals as known
        where known.source = noted.source and known.principal = noted.principal
      );
      return null;
    end
    $$
  `.execute(database)
  for (const act of ['insert', 'update'] as const)
    await sql`
      create trigger ${sql.id(`documents_note_principals_${act}`)} after ${sql.raw(act)} on documents
      referencing new table as new_rows for each statement execute function ken_note_principals()
    `.execute(database)
  // After the triggers, which lock out other writers until the end of the migration.
  await sql`
    insert into source_principals select distinct source, unnest(allowed) from documents
  `.execute(database)
}
