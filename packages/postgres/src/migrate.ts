import { sql, type Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from './migrations/index.ts'
import type { Tables } from './tables.ts'

/** What a migration run did: names in order; empty when the database was up to date. */
export type Migrated = { readonly applied: readonly string[] }

/**
 * Brings the database to the newest migration, all in one transaction under one lock: several processes may
 * start at once, and a run that is killed midway leaves the database as it was. Throws when the database is
 * newer than this program.
 */
export async function migrate(kysely: Kysely<Tables>): Promise<Migrated> {
  const migrator = new Migrator({ db: kysely, provider: { getMigrations: async () => migrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (error !== undefined) throw explained(error)
  await ensureVectors(kysely)
  return { applied: (results ?? []).map(({ migrationName }) => migrationName) }
}

/** The names of migrations that the database has not seen. */
export async function pendingMigrations(kysely: Kysely<Tables>): Promise<readonly string[]> {
  const migrator = new Migrator({ db: kysely, provider: { getMigrations: async () => migrations } })
  const all = await migrator.getMigrations()
  return all.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name)
}

function explained(error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error)
  if (!message.includes('corrupted migrations')) return error instanceof Error ? error : new Error(message)
  return new Error(
    'This database was migrated by a newer version of Ken. Start that version, or restore a backup made before it.',
    { cause: error },
  )
}

/**
 * Makes the table for vectors where pgvector can be had. Not a migration, because the extension may arrive
 * long after the newest one.
 */
async function ensureVectors(kysely: Kysely<Tables>): Promise<void> {
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

async function vectorTypeExists(kysely: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ installed: boolean; installable: boolean }>`
    select to_regtype('vector') is not null as installed,
      exists (
        select from pg_available_extension_versions
        where name = 'vector' and (trusted or (select rolsuper from pg_roles where rolname = current_user))
      ) as installable
  `.execute(kysely)
  if (rows[0]?.installed === true) return true
  if (rows[0]?.installable !== true) return false
  await sql`create extension if not exists vector`.execute(kysely)
  return true
}
