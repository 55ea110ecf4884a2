import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'

const avoided = [
  'enable_incremental_sort',
  'enable_seqscan',
  'enable_sort',
  // What is avoided has a high cost, and would be compiled where it is needed nevertheless.
  'jit',
]
const settings = sql.join(avoided.map((name) => sql`set_config(${name}, 'off', true)`))

/**
 * Makes the planner read the pages of lists in the order of an index, until the transaction ends.
 * Where it expects few matches, because it has no statistics or wrong ones, it would collect and
 * sort all of them.
 */
export async function planByIndex(transaction: Transaction<Tables>): Promise<void> {
  await sql`select ${settings}`.execute(transaction)
}
