import { sql, type Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/** Whether all documents are in the index, so that searches use it. */
export async function isIndexComplete(kysely: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ complete: boolean }>`select complete from search_state`.execute(
    kysely,
  )
  return rows[0]?.complete === true
}
