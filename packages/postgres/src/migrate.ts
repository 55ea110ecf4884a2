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
  const migrator = new Migrator({
    db: kysely,
    provider: { getMigrations: async () => migrations },
    // Unless it is named, tables of any other schema are taken for those of this one.
    migrationTableSchema: await currentSchema(kysely),
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error !== undefined) throw explained(error)
  await ensureVectors(kysely)
  return { applied: (results ?? []).map(({ migrationName }) => migrationName) }
}

async function currentSchema(kysely: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ name: string | null }>`select current_schema as name`.execute(kysely)
  const name = rows[0]?.name ?? null
  if (name === null) throw new Error('The search path of the database user names no schema that exists. Create one, or set it.')
  return name
}

const newerHint = 'This database was migrated by a newer version of Ken. Start that version, or restore a backup made before it.'
const privilegeHint =
  'The database user may not create tables. Make it the owner of the database, or run: grant create on schema public to USER'

function explained(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (error.message.includes('corrupted migrations')) return new Error(newerHint, { cause: error })
  if ('code' in error && error.code === insufficientPrivilege) return new Error(privilegeHint, { cause: error })
  return error
}

const insufficientPrivilege = '42501'

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
