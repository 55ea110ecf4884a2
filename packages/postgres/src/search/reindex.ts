import type { Reindexing } from '@ken/core/ports'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { Tables } from '../tables.ts'
import { countTiers } from './count-tiers.ts'
import { firstOf, nilId, storedTexts } from './index-pending.ts'
import { passagesOf, rewritePassages } from './postgres-search-index-writer.ts'

/** Analyzes one batch of documents again: see the port. */
export async function reindex(kysely: Kysely<Tables>, limit: number): Promise<Reindexing> {
  const state = await kysely.transaction().execute((transaction) => nextBatch(transaction, limit))
  // The terms may be others now.
  if (state.isComplete) await countTiers(kysely, { mustCount: true })
  return state
}

/** Concurrent calls take turns, because each locks the row of the state. */
async function nextBatch(transaction: Transaction<Tables>, limit: number): Promise<Reindexing> {
  const { rows } = await sql<{ last: string | null; reindexed: number; documents: number }>`
    select reindexed_to as last, reindexed::float8 as reindexed,
      (select coalesce(sum(documents), 0) from source_counts)::float8 as documents
    from search_state for update of search_state
  `.execute(transaction)
  const { last, reindexed, documents } = rows[0]!
  const { rows: listed } = await sql<{ id: string }>`
    select id from documents where id > ${last ?? nilId}::uuid order by id limit ${limit}
  `.execute(transaction)
  if (listed.length === 0) {
    await sql`update search_state set reindexed_to = null, reindexed = 0`.execute(transaction)
    return { reindexed, documents, isComplete: true }
  }
  const locked = await lockFirst(
    transaction,
    listed.map(({ id }) => id),
  )
  const batch = await firstOf(transaction, locked)
  const texts = await storedTexts(transaction, batch)
  for await (const part of passagesOf(texts)) await rewritePassages(transaction, part)
  const now = reindexed + batch.length
  await sql`
    update search_state set reindexed_to = coalesce(${batch.at(-1) ?? last}, ${nilId})::uuid, reindexed = ${now}
  `.execute(transaction)
  return { reindexed: now, documents, isComplete: false }
}

/**
 * Locks documents as an import does, from the first on until one that another transaction has. Waits
 * for the first alone, without another lock on a document, so that it never deadlocks with an import.
 */
async function lockFirst(
  transaction: Transaction<Tables>,
  [first, ...others]: readonly string[],
): Promise<readonly string[]> {
  const { rows: head } = await sql<{ id: string }>`
    select id from documents where id = ${first}::uuid for no key update
  `.execute(transaction)
  const { rows: tail } = await sql<{ id: string }>`
    select id from documents where id = any (${others}::uuid[]) order by id for no key update skip locked
  `.execute(transaction)
  const free = new Set(tail.map(({ id }) => id))
  const taken = others.findIndex((id) => !free.has(id))
  return [...head.map(({ id }) => id), ...(taken === -1 ? others : others.slice(0, taken))]
}
