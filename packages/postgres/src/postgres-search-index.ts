import { foldText, roundedScore, snippetOf, type DocumentId, type Finding, type SearchIndex, type Source } from '@ken/core/ports'
import type { Query } from './database.ts'
import { searchText, searchVector } from './search-text.ts'

export function postgresSearchIndex(query: Query): SearchIndex {
  let vectors: Promise<boolean> | null = null
  const supportsVectors = () => {
    vectors ??= hasVectorTable(query).catch((error: unknown) => {
      vectors = null
      throw error
    })
    return vectors
  }

  return {
    supportsVectors,

    async searchText(text, { principals, sources }, limit) {
      const words = foldText(text)
      if (words === '') return []
      return (await query<FindingRow>('search_text', searchText, [words, principals, sources, limit])).map(toFinding)
    },

    async searchVector(vector, model, { principals, sources }, limit) {
      if (!(await supportsVectors())) return []
      return (await query<FindingRow>('search_vector', searchVector, [toVector(vector), model, principals, sources, limit])).map(
        toFinding,
      )
    },

    async listUnembedded(model, limit) {
      if (!(await supportsVectors())) return []
      const rows = await query<{ document_id: DocumentId; ordinal: number; text: string }>('list_unembedded', listUnembedded, [
        model,
        limit,
      ])
      return rows.map((row) => ({ documentId: row.document_id, ordinal: row.ordinal, text: row.text }))
    },

    async storeEmbeddings(model, embeddings) {
      if (embeddings.length === 0 || !(await supportsVectors())) return
      const rows = embeddings.map(({ documentId, ordinal, text, embedding }) => ({
        document_id: documentId,
        ordinal,
        text,
        embedding: toVector(embedding),
      }))
      await query('store_embeddings', storeEmbeddings, [model, JSON.stringify(rows)])
    },
  }
}

type FindingRow = { id: string; title: string; url: string; source: string; body: string; score: number; stems: string[] }

const toFinding = (row: FindingRow): Finding => ({
  documentId: row.id as DocumentId,
  title: row.title,
  snippet: snippetOf(row.body, row.stems),
  source: row.source as Source,
  url: row.url,
  score: roundedScore(row.score),
})

const toVector = (vector: readonly number[]): string => `[${vector.join(',')}]`

async function hasVectorTable(query: Query): Promise<boolean> {
  const [row] = await query<{ present: boolean }>(
    'has_vectors',
    `select to_regclass('chunk_embeddings') is not null as present`,
    [],
  )
  return row?.present === true
}

/** What an embedder reads of a passage: the title and heading say what it is about. */
const passageText = `concat_ws(E'\\n', document.title, nullif(chunk.heading, ''), chunk.body)`

const listUnembedded = `
select chunk.document_id, chunk.ordinal, ${passageText} as text
from document_chunks as chunk
join documents as document on document.id = chunk.document_id
where not exists (
  select from chunk_embeddings as embedding
  where embedding.document_id = chunk.document_id and embedding.ordinal = chunk.ordinal and embedding.model = $1
)
order by chunk.document_id, chunk.ordinal
limit $2
`

/**
 * The text is compared and the document locked, so that a vector never outlives the passage it was made of.
 * Documents are locked in the order in which imports lock them: they wait for each other and never deadlock.
 */
const storeEmbeddings = `
with fresh as (
  select * from jsonb_to_recordset($2::jsonb) as fresh (document_id uuid, ordinal int, text text, embedding text)
),
locked as materialized (
  select id, title from documents
  where id in (select document_id from fresh)
  order by source collate "C", external_id collate "C"
  for share
)
insert into chunk_embeddings (document_id, ordinal, model, embedding)
select chunk.document_id, chunk.ordinal, $1, fresh.embedding::vector
from fresh
join locked as document on document.id = fresh.document_id
join document_chunks as chunk on chunk.document_id = fresh.document_id and chunk.ordinal = fresh.ordinal
where ${passageText} = fresh.text
on conflict (document_id, ordinal, model) do update set embedding = excluded.embedding
`
