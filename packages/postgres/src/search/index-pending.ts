import type { Chunk, DocumentId, IndexProgress } from '@ken/core/ports'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { Tables } from '../tables.ts'
import { isIndexComplete } from './is-index-complete.ts'
import { insertPassages, passagesOf } from './postgres-search-index-writer.ts'

export async function indexProgress(kysely: Kysely<Tables>): Promise<IndexProgress> {
  const { rows } = await sql<IndexProgress>`
    select documents, case when complete then documents else indexed end as indexed,
      case when reindexed_to is not null then reindexed::float8 end as reindexed
    from search_state,
      (select count(*)::float8 as documents from documents) as stored,
      (select count(distinct document_id)::float8 as indexed from passage_terms) as found
  `.execute(kysely)
  return rows[0]!
}

/** Adds one batch of documents that an earlier version stored: see the port. */
export async function indexPending(
  kysely: Kysely<Tables>,
  limit: number,
  after: DocumentId | null,
): Promise<DocumentId | null> {
  if (await isIndexComplete(kysely)) return null
  return kysely.transaction().execute(async (transaction) => {
    const documents = await lockPending(transaction, limit, after)
    for await (const part of passagesOf(documents)) await insertPassages(transaction, part)
    if (documents.length === 0 && after === null) await complete(transaction)
    return documents.at(-1)?.id ?? null
  })
}

/** Locked, so that an import that replaces one of them waits and removes its passages afterwards. */
async function lockPending(
  transaction: Transaction<Tables>,
  limit: number,
  after: DocumentId | null,
): Promise<readonly StoredText[]> {
  const { rows: locked } = await sql<{ id: string }>`
    select id from documents
    where id > ${after ?? nilId}::uuid
      and not exists (select from passage_terms as passage where passage.document_id = documents.id)
    order by id
    limit ${limit}
    for no key update skip locked
  `.execute(transaction)
  return storedTexts(
    transaction,
    await firstOf(
      transaction,
      locked.map(({ id }) => id),
    ),
  )
}

/** About as much text as one batch may have, so that imports of the same documents never wait for long. */
const batchBytes = 2 * 1024 * 1024

/** The first of these documents, by id, until their texts are as long as a batch; at least one. */
export async function firstOf(
  transaction: Transaction<Tables>,
  ids: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, sum(octet_length(body)) over (order by id) - octet_length(body) as bytes_before
      from documents where id = any (${ids}::uuid[])
    ) as sized
    where bytes_before < ${batchBytes}::int
    order by id
  `.execute(transaction)
  return rows.map(({ id }) => id)
}

export type StoredText = {
  readonly id: DocumentId
  readonly externalId: string
  readonly title: string
  readonly chunks: readonly Chunk[]
}

/** The stored passages of documents, in the order of their ids. */
export async function storedTexts(
  transaction: Transaction<Tables>,
  ids: readonly string[],
): Promise<readonly StoredText[]> {
  const { rows } = await sql<StoredText>`
    select document.id, document.external_id as "externalId", document.title,
      json_agg(json_build_object('heading', chunk.heading, 'text', chunk.body) order by chunk.ordinal) as chunks
    from documents as document join document_chunks as chunk on chunk.document_id = document.id
    where document.id = any (${ids}::uuid[])
    group by document.id
    order by document.id
  `.execute(transaction)
  return rows
}

/** Sorts before every document. */
export const nilId = '00000000-0000-0000-0000-000000000000'

/** Only when nothing is left, also nothing that another process holds. */
async function complete(transaction: Transaction<Tables>): Promise<void> {
  await sql`
    update search_state set complete = true
    where not exists (
      select from documents
      where not exists (select from passage_terms as passage where passage.document_id = documents.id)
    )
  `.execute(transaction)
}
