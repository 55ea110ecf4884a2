import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../tables.ts'

/**
 * Creates the table for vectors if pgvector is available and the database user is permitted. Not a
 * migration, because the extension may be installed long after the newest one. Only reads if the
 * table exists.
 */
export async function ensureVectors(kysely: Kysely<Tables>): Promise<void> {
  if (!(await isTableMissing(kysely))) return
  await kysely.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('ken:vectors', 0))`.execute(transaction)
    if (!(await vectorTypeExists(transaction))) return
    await sql`
      create table if not exists chunk_embeddings (
        document_id uuid not null,
        ordinal int not null,
        model text not null,
        embedding vector not null,
        primary key (document_id, ordinal, model),
        foreign key (document_id, ordinal) references document_chunks on delete cascade
      )
    `.execute(transaction)
    await sql`select ken_watch_embeddings()`.execute(transaction)
    // Inside its row up to the size of a page: a search compares thousands.
    await sql`alter table chunk_embeddings alter embedding set storage main`.execute(transaction)
  })
}

/** Whether the table is missing and only the extension prevents it. */
async function isTableMissing(kysely: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ missing: boolean }>`
    select not exists (select from pg_tables where schemaname = current_schema and tablename = 'chunk_embeddings')
      and has_schema_privilege(current_schema, 'create')
      and has_table_privilege('document_chunks', 'references') as missing
  `.execute(kysely)
  return rows[0]?.missing === true
}

/**
 * Whether the vector type exists, after an attempt to create the extension. Finds no extension in a
 * schema off the search path.
 */
async function vectorTypeExists(kysely: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ installed: boolean; installable: boolean }>`
    select to_regtype('vector') is not null as installed,
      exists (
        select from pg_available_extension_versions as version
        where name = 'vector' and not exists (select from pg_extension where extname = version.name)
          and (trusted and has_database_privilege(current_database(), 'create')
            or (select rolsuper from pg_roles where rolname = current_user))
      ) as installable
  `.execute(kysely)
  if (rows[0]?.installed === true) return true
  if (rows[0]?.installable !== true) return false
  await sql`create extension vector`.execute(kysely)
  return true
}
