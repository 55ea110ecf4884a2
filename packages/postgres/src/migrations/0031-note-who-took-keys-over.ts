import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table api_keys add column taken_over_by uuid check (taken_over_by is null or kind = 'service')`.execute(
    database,
  )
  await sql`
    create index api_keys_responsible on api_keys (coalesce(taken_over_by, created_by)) where kind = 'service'
  `.execute(database)
}
