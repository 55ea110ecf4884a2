import { sql, type Kysely } from 'kysely'

/** The sources whose documents are being removed. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table source_removals (source text primary key, requested_at timestamptz not null)
  `.execute(database)
}
