import { sql, type Kysely } from 'kysely'

/** When the tokens before the last but one were rotated, latest first, as long as that lies within a grace window. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column earlier_rotations timestamptz[] not null default '{}'`.execute(
    database,
  )
}
