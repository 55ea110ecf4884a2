import {
  analyzeQuery,
  documentAddress,
  foldText,
  roundedScore,
  quote,
  type AnalyzedQuery,
  type DocumentId,
  type SearchResult,
  type SearchIndex,
  type Source,
  type UnembeddedChunk,
} from '@ken/core/ports'
import type { Database, Query } from '../database.ts'
import {
  claimUnembedded,
  postponeRefused,
  releaseClaims,
  storeEmbeddings,
} from './embedding-statements.ts'
import { outsideRequests } from '../connections/request-scope.ts'
import { searchText, searchVector } from './search-text.ts'

/** Searches have their own connections; embedding runs in the background. */
export function postgresSearchIndex({
  searchQuery,
  backgroundQuery: query,
}: Pick<Database, 'searchQuery' | 'backgroundQuery'>): SearchIndex {
  let vectors: Promise<boolean> | null = null
  const supportsVectors = () => {
    vectors ??= outsideRequests(() => hasVectorTable(searchQuery)).catch((error: unknown) => {
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
      return toSearchResults(
        analyzeQuery(text),
        await searchQuery<SearchResultRow>('search_text', searchText, [
          words,
          principals,
          sources,
          limit,
        ]),
      )
    },

    async searchVector(vector, model, { principals, sources }, limit) {
      if (!(await supportsVectors())) return []
      return toSearchResults(
        analyzeQuery(''),
        await searchQuery<SearchResultRow>('search_vector', searchVector, [
          toVector(vector),
          model,
          principals,
          sources,
          limit,
        ]),
      )
    },

    async claimUnembedded(model, limit, after) {
      if (!(await supportsVectors())) return []
      const place = after === null ? [nilId, 0] : [after.documentId, after.ordinal]
      const rows = await query<ChunkRow>('claim_unembedded', claimUnembedded, [
        model,
        limit,
        ...place,
      ])
      return rows.map((row) => ({
        documentId: row.document_id,
        ordinal: row.ordinal,
        text: row.text,
      }))
    },

    async storeEmbeddings(model, embeddings) {
      if (embeddings.length === 0 || !(await supportsVectors())) return
      const rows = embeddings.map((passage) => ({
        ...toRow(passage),
        embedding: toVector(passage.embedding),
      }))
      await query('store_embeddings', storeEmbeddings, [model, JSON.stringify(rows)])
    },

    async postponeRefused(model, chunks) {
      if (chunks.length > 0)
        await query('postpone_refused', postponeRefused, [model, JSON.stringify(chunks.map(toRow))])
    },

    async releaseClaims(model, chunks) {
      if (chunks.length > 0)
        await query('release_claims', releaseClaims, [model, JSON.stringify(chunks.map(toRow))])
    },
  }
}

/** Sorts before every document. */
const nilId = '00000000-0000-0000-0000-000000000000'

type ChunkRow = {
  readonly document_id: DocumentId
  readonly ordinal: number
  readonly text: string
}

const toRow = ({ documentId, ordinal, text }: UnembeddedChunk): ChunkRow => ({
  document_id: documentId,
  ordinal,
  text,
})

type SearchResultRow = {
  id: string
  title: string
  url: string
  source: string
  updated_at: Date | null
  body: string
  score: number
}

const toSearchResults = (
  query: AnalyzedQuery,
  rows: readonly SearchResultRow[],
): readonly SearchResult[] =>
  rows.map((row) => ({
    documentId: row.id as DocumentId,
    title: row.title,
    ...quote(query, row.body),
    source: row.source as Source,
    url: documentAddress(row.id as DocumentId, row.url),
    updatedAt: row.updated_at,
    score: roundedScore(row.score),
  }))

const toVector = (vector: readonly number[]): string => `[${vector.join(',')}]`

async function hasVectorTable(query: Query): Promise<boolean> {
  const [row] = await query<{ present: boolean }>(
    'has_vectors',
    `select to_regclass('chunk_embeddings') is not null as present`,
    [],
  )
  return row?.present === true
}
