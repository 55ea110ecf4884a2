import { sql, type Kysely } from 'kysely'

/** Imports of an older version are not recognised again: they have no fingerprint. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table invitation_imports
      add column fingerprint text,
      add column progressed_at timestamptz,
      add column is_finished boolean not null default false
  `.execute(database)
  await sql`
    create index invitation_imports_unfinished on invitation_imports (fingerprint) where not is_finished and fingerprint is not null
  `.execute(database)
}
