import { sql, type Kysely } from 'kysely'

/** Counts the active keys of a person without reading those that they have revoked, of which there can be any number. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create index api_keys_not_revoked on api_keys (owner_id, expires_at) where revoked_at is null
  `.execute(database)
}
