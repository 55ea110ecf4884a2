import { sql, type Kysely } from 'kysely'

/**
 * Stores passages whose terms and readers are longer than a page, outside of their row. Those that fit
 * stay in it, uncompressed, as before.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table passage_terms alter access set storage main, alter terms set storage main, alter impacts set storage main
  `.execute(database)
  // About the size of a page.
  await sql`alter table passage_terms set (toast_tuple_target = 8160)`.execute(database)
}
