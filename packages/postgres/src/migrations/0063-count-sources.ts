import { sql, type Kysely } from 'kysely'

/** How many documents there are, and how many name everyone, roles, groups and persons. */
const documentNumbers = sql`array[
  sum(sign), 0, 0,
  coalesce(sum(sign) filter (where 'everyone' = any (allowed)), 0),
  coalesce(sum(sign) filter (where ' ' || array_to_string(allowed, ' ') like '% role:%'), 0),
  coalesce(sum(sign) filter (where ' ' || array_to_string(allowed, ' ') like '% group:%'), 0),
  coalesce(sum(sign) filter (where ' ' || array_to_string(allowed, ' ') like '% user:%'), 0)
]`

/**
 * Keeps the numbers of every source, so that no list counts documents, and remembers the last import
 * of each. See docs/decisions/0044-triggers-count-the-documents-of-a-source.md.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  // The numbers of a source are the sums of its rows. A row with a model counts vectors only.
  await sql`
    create table source_counts (
      id bigint generated always as identity primary key,
      source text not null,
      model text,
      documents bigint not null default 0,
      passages bigint not null default 0,
      embedded bigint not null default 0,
      for_everyone bigint not null default 0,
      for_roles bigint not null default 0,
      for_groups bigint not null default 0,
      for_persons bigint not null default 0
    )
  `.execute(database)
  await sql`
    create table source_imports (
      source text primary key,
      import_id text,
      at timestamptz not null,
      by_operator boolean not null,
      imported_by uuid references users on delete set null,
      upserted bigint not null,
      removed bigint not null
    )
  `.execute(database)
  await createFunctions(database)
  await createTriggers(database)
  // After the triggers, which lock out other writers until the end of the migration.
  await fill(database)
}

async function createFunctions(database: Kysely<unknown>): Promise<void> {
  // Adds to a row of the source that no other transaction is changing, or to a new one, so that
  // concurrent imports never wait for each other.
  await sql`
    create function ken_add_to_source(of_source text, of_model text, added bigint[]) returns void language plpgsql as $$
    begin
      if not exists (select from unnest(added) as number where number <> 0) then return; end if;
      update source_counts set
        documents = documents + added[1], passages = passages + added[2], embedded = embedded + added[3],
        for_everyone = for_everyone + added[4], for_roles = for_roles + added[5],
        for_groups = for_groups + added[6], for_persons = for_persons + added[7]
      where id = (
        select id from source_counts
        where source = of_source and model is not distinct from of_model
        limit 1 for update skip locked
      );
      if not found then
        insert into source_counts
          (source, model, documents, passages, embedded, for_everyone, for_roles, for_groups, for_persons)
        values (of_source, of_model, added[1], added[2], added[3], added[4], added[5], added[6], added[7]);
      end if;
    end
    $$
  `.execute(database)
  // Deletes the passages of documents and their vectors, in one statement each, so that triggers run once.
  await sql`
    create function ken_remove_passages(ids uuid[]) returns void language plpgsql as $$
    begin
      if to_regclass('chunk_embeddings') is not null then
        delete from chunk_embeddings where document_id = any (ids);
      end if;
      delete from document_chunks where document_id = any (ids);
    end
    $$
  `.execute(database)
}

async function createTriggers(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function ken_count_documents() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        perform ken_add_to_source(source, null, ${documentNumbers})
        from (select source, allowed, 1 as sign from new_rows) as counted group by source;
      elsif tg_op = 'DELETE' then
        perform ken_add_to_source(source, null, ${documentNumbers})
        from (select source, allowed, -1 as sign from old_rows) as counted group by source;
      else
        perform ken_add_to_source(source, null, ${documentNumbers})
        from (
          select source, allowed, -1 as sign from old_rows
          union all
          select source, allowed, 1 from new_rows
        ) as counted group by source;
      end if;
      return null;
    end
    $$
  `.execute(database)
  for (const [act, rows] of [
    ['insert', 'new table as new_rows'],
    ['update', 'old table as old_rows new table as new_rows'],
    ['delete', 'old table as old_rows'],
  ] as const)
    await sql`
      create trigger ${sql.id(`documents_count_${act}`)} after ${sql.raw(act)} on documents
      referencing ${sql.raw(rows)} for each statement execute function ken_count_documents()
    `.execute(database)
  // While the document is there, because the triggers below read its source.
  await sql`
    create function ken_remove_own_passages() returns trigger language plpgsql as $$
    begin
      if exists (select from document_chunks where document_id = old.id) then
        perform ken_remove_passages(array[old.id]);
      end if;
      return old;
    end
    $$
  `.execute(database)
  await sql`
    create trigger documents_remove_passages before delete on documents
    for each row execute function ken_remove_own_passages()
  `.execute(database)
  await countPassages(database)
}

/** Rows that were deleted with their document were counted before. */
async function countPassages(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function ken_count_passages() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        perform ken_add_to_source(source, null, array[0, count(*), 0, 0, 0, 0, 0])
        from new_rows join documents on documents.id = new_rows.document_id group by source;
      elsif exists (select from old_rows) then
        perform ken_add_to_source(source, null, array[0, -count(*), 0, 0, 0, 0, 0])
        from old_rows join documents on documents.id = old_rows.document_id group by source;
      end if;
      return null;
    end
    $$
  `.execute(database)
  await sql`
    create function ken_count_embeddings() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        perform ken_add_to_source(source, model, array[0, 0, count(*), 0, 0, 0, 0])
        from new_rows join documents on documents.id = new_rows.document_id group by source, model;
      elsif exists (select from old_rows) then
        perform ken_add_to_source(source, model, array[0, 0, -count(*), 0, 0, 0, 0])
        from old_rows join documents on documents.id = old_rows.document_id group by source, model;
      end if;
      return null;
    end
    $$
  `.execute(database)
  // For the table of vectors, which may be created long after this.
  await sql`
    create function ken_watch_embeddings() returns void language plpgsql as $$
    begin
      create or replace trigger chunk_embeddings_count_insert after insert on chunk_embeddings
        referencing new table as new_rows for each statement execute function ken_count_embeddings();
      create or replace trigger chunk_embeddings_count_delete after delete on chunk_embeddings
        referencing old table as old_rows for each statement execute function ken_count_embeddings();
    end
    $$
  `.execute(database)
  await sql`
    create trigger document_chunks_count_insert after insert on document_chunks
    referencing new table as new_rows for each statement execute function ken_count_passages()
  `.execute(database)
  await sql`
    create trigger document_chunks_count_delete after delete on document_chunks
    referencing old table as old_rows for each statement execute function ken_count_passages()
  `.execute(database)
}

async function fill(database: Kysely<unknown>): Promise<void> {
  await sql`
    select ken_add_to_source(source, null, ${documentNumbers})
    from (select source, allowed, 1 as sign from documents) as counted group by source
  `.execute(database)
  await sql`
    select ken_add_to_source(source, null, array[0, count(*), 0, 0, 0, 0, 0])
    from document_chunks join documents on documents.id = document_id group by source
  `.execute(database)
  await sql`
    do $$ begin
      if to_regclass('chunk_embeddings') is not null then
        perform ken_watch_embeddings();
        perform ken_add_to_source(source, model, array[0, 0, count(*), 0, 0, 0, 0])
          from chunk_embeddings join documents on documents.id = document_id group by source, model;
      end if;
    end $$
  `.execute(database)
}
