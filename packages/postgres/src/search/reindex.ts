import type { Reindexing } from '@ken/core/ports'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../database.ts'
import type { Tables } from '../tables.ts'
import { countTiers } from './count-tiers.ts'
import { firstOf, nilId, storedTexts } from './index-pending.ts'
import { passagesOf, rewritePassages } from './postgres-search-index-writer.ts'

/** Analyzes one batch of documents again: see the port. Counts the words on a connection of `upkeep`. */
export async function reindex(
  { background, upkeep }: Pick<Database, 'background' | 'upkeep'>,
  limit: number,
): Promise<Reindexing> {
  const { last, ...state } = await background
    .transaction()
    .execute((transaction) => nextBatch(transaction, limit))
  if (!state.isComplete) return state
  // The terms may be others now. If this fails, the next call only counts again.
  await countTiers(upkeep, { mustCount: true })
  await sql`
    update search_state set reindexed_to = null, reindexed = 0
    where reindexed_to is not distinct from ${last}::uuid
  `.execute(background)
  return state
}

/** `last` is the document up to which all are analyzed. */
type Batch = Reindexing & { readonly last: string | null }

/** Concurrent calls take turns, because each locks the row of the state. */
async function nextBatch(transaction: Transaction<Tables>, limit: number): Promise<Batch> {
  const { rows } = await sql<{ last: string | null; reindexed: number; documents: number }>`
    select reindexed_to as last, reindexed::float8 as reindexed,
      (select coalesce(sum(documents), 0) from source_counts)::float8 as documents
    from search_state for update of search_state
  `.execute(transaction)
  const { last, reindexed, documents } = rows[0]!
  const { rows: listed } = await sql<{ id: string }>`
    select id from documents where id > ${last ?? nilId}::uuid order by id limit ${limit}
  `.execute(transaction)
  if (listed.length === 0) return { reindexed, documents, isComplete: true, last }
  const locked = await lockFirst(
    transaction,
    listed.map(({ id }) => id),
  )
  const batch = await firstOf(transaction, locked)
  const texts = await storedTexts(transaction, batch)
  for await (const part of passagesOf(texts)) await rewritePassages(transaction, part)
  const now = { reindexed: reindexed + batch.length, last: batch.at(-1) ?? last ?? nilId }
  await sql`
    update search_state set reindexed_to = ${now.last}::uuid, reindexed = ${now.reindexed}
  `.execute(transaction)
  return { ...now, documents, isComplete: false }
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
