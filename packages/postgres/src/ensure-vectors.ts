import { sql, type Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Makes the table for vectors where pgvector can be had and the database user may. Not a migration, because the
 * extension may arrive long after the newest one. Only looks when the table is there.
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
  })
}

/** Whether the table is not there and could be made, were it not for the extension. */
async function isTableMissing(kysely: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ missing: boolean }>`
    select not exists (select from pg_tables where schemaname = current_schema and tablename = 'chunk_embeddings')
      and has_schema_privilege(current_schema, 'create')
      and has_table_privilege('document_chunks', 'references') as missing
  `.execute(kysely)
  return rows[0]?.missing === true
}

/** Whether the type is there, after an attempt to have it. An extension in a schema off the search path stays out of reach. */
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
