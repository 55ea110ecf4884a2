import type { Document, DocumentId, DocumentStore, Source, UpsertResult } from '@ken/core/ports'
import { sql, type RawBuilder, type Transaction } from 'kysely'
import { restrictPassages, withoutRestricting } from '../../search/restrict-passages.ts'
import type { Tables } from '../../tables.ts'

export const postgresDocumentStore = (
  transaction: Transaction<Tables>,
  noteDocuments: (count: number) => void,
): DocumentStore => ({
  upsert: (documents, newId) => upsert(transaction, documents, newId),

  async haveFingerprints(documents) {
    const { rows } = await sql<{ place: string }>`
      select asked.place
      from unnest(
        ${documents.map(({ source }) => source)}::text[],
        ${documents.map(({ externalId }) => externalId)}::text[],
        ${documents.map(({ fingerprint }) => fingerprint)}::text[]
      ) with ordinality as asked (source, external_id, fingerprint, place)
      join documents using (source, external_id, fingerprint)
    `.execute(transaction)
    const found = new Set(rows.map(({ place }) => Number(place)))
    return documents.map((_, index) => found.has(index + 1))
  },

  async listAllBut(source, externalIds) {
    const { rows } = await sql<{ external_id: string }>`
      select external_id from documents
      where source = ${source}
        and not exists (select from unnest(${[...externalIds]}::text[]) as kept where kept = external_id)
    `.execute(transaction)
    return rows.map(({ external_id: externalId }) => externalId)
  },

  async remove(source, externalIds) {
    const isNamed = sql`external_id = any(${[...externalIds]}::text[])`
    const removed = await remove(transaction, source, isNamed)
    noteDocuments(removed)
    return removed
  },

  async removeSome(source, countMax) {
    const isOne = sql`id in (select id from documents where source = ${source} limit ${countMax})`
    noteDocuments(await remove(transaction, source, isOne))
    const left = await transaction
      .selectFrom('documents')
      .select('id')
      .where('source', '=', source)
      .limit(1)
      .execute()
    return left.length > 0
  },

  async countIn(source) {
    const { documents } = await transaction
      .selectFrom('documents')
      .select((row) => row.fn.countAll<string>().as('documents'))
      .where('source', '=', source)
      .executeTakeFirstOrThrow()
    return Number(documents)
  },

  async listSources(visibleTo) {
    // The pairs say where to look for one document; documents may have lost the principal since. With the collation of
    // the pairs, the index on the source of documents is not used.
    const { rows } = await sql<{ readonly source: Source }>`
      select noted.source from (
        select distinct source from source_principals where principal = any (${[...visibleTo]}::text[])
      ) as noted cross join lateral (
        select from documents
        where documents.source = noted.source collate "default" and allowed && ${[...visibleTo]}::text[]
        limit 1
      ) as visible
    `.execute(transaction)
    return rows.map(({ source }) => source).toSorted()
  },

  async findVisible(ids, { principals, sources }) {
    const rows = await transaction
      .selectFrom('documents')
      .select('id')
      .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
      .where(sql<boolean>`allowed && ${[...principals]}::text[]`)
      .$if(sources !== null, (query) =>
        query.where(sql<boolean>`source = any(${[...(sources ?? [])]}::text[])`),
      )
      .execute()
    return new Set(rows.map((row) => row.id))
  },

  async countAllowing(principal) {
    const { documents } = await transaction
      .selectFrom('documents')
      .select((row) => row.fn.countAll<string>().as('documents'))
      .where(sql<boolean>`allowed @> ${[principal]}::text[]`)
      .executeTakeFirstOrThrow()
    return Number(documents)
  },
})

/** Locks the documents in the order in which upserts lock them. Then no passage of them is added any more. */
async function remove(
  transaction: Transaction<Tables>,
  source: Source,
  condition: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from documents where source = ${source} and ${condition}
    order by external_id collate "C"
    for update
  `.execute(transaction)
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  await sql`select ken_remove_passages(${ids}::uuid[])`.execute(transaction)
  await sql`delete from documents where id = any(${ids}::uuid[])`.execute(transaction)
  return rows.length
}

/**
 * The stored URL of a document without one follows from the id that it keeps; see
 * `documentAddress`.
 */
const givenUrl = sql`
  case excluded.url when 'urn:uuid:' || excluded.id then 'urn:uuid:' || existing.id else excluded.url end
`

/** A new fingerprint alone is no change. */
const isChanged = sql`
  (existing.title, existing.url, existing.body, existing.allowed, existing.updated_at)
    is distinct from (excluded.title, ${givenUrl}, excluded.body, excluded.allowed, excluded.updated_at)
`

/**
 * Writes rows in the order of their identity, so that two batches with common documents never
 * deadlock. Neither writes nor returns rows that stay as they are.
 */
async function upsert(
  transaction: Transaction<Tables>,
  documents: readonly Document[],
  newId: () => string,
): Promise<readonly UpsertResult[]> {
  const rows = documents.map((document, position) => ({
    position,
    id: newId(),
    source: document.source,
    external_id: document.externalId,
    title: document.title,
    url: document.url,
    body: document.body,
    allowed: document.allowed,
    updated_at: document.updatedAt?.toISOString() ?? null,
    fingerprint: document.fingerprint,
  }))
  const insert = sql<WrittenRow>`
    insert into documents as existing (id, source, external_id, title, url, body, allowed, updated_at, fingerprint)
    select id, source, external_id, title, coalesce(url, 'urn:uuid:' || id), body, array(select jsonb_array_elements_text(allowed)), updated_at, fingerprint
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as batch
      (id uuid, source text, external_id text, title text, url text, body text, allowed jsonb, updated_at timestamptz, fingerprint text)
    order by source collate "C", external_id collate "C"
    on conflict (source, external_id) do update
    set title = excluded.title, url = ${givenUrl}, body = excluded.body, allowed = excluded.allowed,
        updated_at = excluded.updated_at,
        fingerprint = case when ${isChanged} then excluded.fingerprint
          else coalesce(excluded.fingerprint, existing.fingerprint) end,
        imported_at = case when ${isChanged} then now() else existing.imported_at end,
        text_changed_at = case when (existing.title, existing.body) is distinct from (excluded.title, excluded.body)
          then now() else existing.text_changed_at end
    where ${isChanged} or excluded.fingerprint <> coalesce(existing.fingerprint, '')
    returning id, source, external_id, xmax = 0 as created, imported_at = now() as changed,
      text_changed_at = now() as has_new_text
  `
  const { rows: written } = await withoutRestricting(transaction, () => insert.execute(transaction))
  // The passages of a new text are replaced.
  const restricted = written.filter((row) => row.changed && !row.has_new_text)
  await restrictPassages(
    transaction,
    restricted.map(({ id }) => id),
  )

  const changed = new Map(written.map((row) => [identity(row.source, row.external_id), row]))
  const unchanged = await findIds(
    transaction,
    documents.filter((document) => !changed.has(identity(document.source, document.externalId))),
  )
  return documents.map((document) => {
    const key = identity(document.source, document.externalId)
    const row = changed.get(key)
    if (row === undefined)
      return { id: unchanged.get(key)!, change: 'unchanged', hasNewText: false }
    return {
      id: row.id,
      change: row.created ? 'created' : row.changed ? 'updated' : 'unchanged',
      hasNewText: row.has_new_text,
    }
  })
}

type WrittenRow = {
  readonly id: DocumentId
  readonly source: string
  readonly external_id: string
  readonly created: boolean
  readonly changed: boolean
  readonly has_new_text: boolean
}

async function findIds(
  transaction: Transaction<Tables>,
  documents: readonly Document[],
): Promise<ReadonlyMap<string, DocumentId>> {
  if (documents.length === 0) return new Map()
  const rows = await transaction
    .selectFrom('documents')
    .select(['id', 'source', 'external_id'])
    .where(
      sql<boolean>`(source, external_id) in (
        select * from unnest(${documents.map(({ source }) => source)}::text[], ${documents.map(({ externalId }) => externalId)}::text[])
      )`,
    )
    .execute()
  return new Map(rows.map((row) => [identity(row.source, row.external_id), row.id]))
}

const identity = (source: string, externalId: string): string =>
  JSON.stringify([source, externalId])
