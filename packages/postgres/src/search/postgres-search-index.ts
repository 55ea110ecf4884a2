import {
  analyzeQuery,
  documentAddress,
  foldText,
  rerank,
  passageBelow,
  roundedScore,
  withQuotedPhrases,
  quote,
  type AnalyzedQuery,
  type ChunkPlace,
  type DocumentId,
  type SearchResult,
  type SearchIndex,
  type UnembeddedChunk,
  type Visibility,
} from '@ken/core/ports'
import type { Database, Query } from '../database.ts'
import {
  claimUnembedded,
  deleteRefusals,
  deleteVectors,
  listDimensions,
  postponeRefused,
  releaseClaims,
  storeEmbeddings,
} from './vectors/embedding-statements.ts'
import { outsideRequests } from '../connections/request-scope.ts'
import { countTiers } from './count-tiers.ts'
import { findPassages, passageValues } from './find-passages.ts'
import { indexPending, indexProgress, nilId } from './index-pending.ts'
import { findPhrases, phraseValues } from './find-phrases.ts'
import { findNearest, nearestValues, toVector } from './vectors/find-nearest.ts'
import { reindex } from './reindex.ts'
import { searchText } from './search-text.ts'
import { buildVectorGraph } from './vectors/vector-graph.ts'
import {
  withQuotes,
  type CandidateRow,
  type QuotedRow,
  type SearchResultRow,
} from './with-quotes.ts'

/** Searches have their own connections; embedding runs in the background. */
export function postgresSearchIndex({
  searchQuery,
  background,
  backgroundQuery: query,
  upkeep,
  withoutTimeout,
  isEmbedded,
}: Pick<
  Database,
  'searchQuery' | 'background' | 'backgroundQuery' | 'upkeep' | 'withoutTimeout' | 'isEmbedded'
>): SearchIndex {
  let isKnownComplete = false
  const isComplete = async () => {
    isKnownComplete ||= await outsideRequests(() => hasCompleteIndex(searchQuery))
    return isKnownComplete
  }
  let vectors: Promise<boolean> | null = null
  const supportsVectors = () => {
    vectors ??= outsideRequests(() => hasVectorTable(searchQuery)).catch((error: unknown) => {
      vectors = null
      throw error
    })
    return vectors
  }

  const searchOldIndex = async (
    text: string,
    { principals, sources }: Visibility,
    limit: number,
  ) => {
    const words = foldText(text)
    if (words === '') return []
    const values = [words, principals, sources, limit]
    return searchQuery<SearchResultRow>('search_old_index', searchText, values)
  }

  return {
    supportsVectors,

    async searchText(text, visibility, limit) {
      const analyzed = analyzeQuery(text)
      if (!(await isComplete()))
        return quotedResults(analyzed, await searchOldIndex(text, visibility, limit))
      if (analyzed.words.length === 0) return []
      const values = passageValues(analyzed, visibility, limit)
      const rows = await searchQuery<CandidateRow>('search_text', findPassages, values)
      if (rows.length === 0) return []
      const candidates = await withQuotedPhrases(analyzed, rows, (ids) => {
        const phrases = phraseValues(analyzed, ids, visibility)
        return searchQuery<PhraseRow>('find_phrases', findPhrases, phrases)
      })
      const ranked = rerank(analyzed, candidates, limit)
      const quoted = await withQuotes(searchQuery, analyzed, visibility, ranked)
      return quoted.map(toSearchResult)
    },

    async searchVector(vector, model, visibility, limit) {
      if (!(await supportsVectors())) return []
      const values = nearestValues(vector, model, visibility, limit)
      const rows = await searchQuery<SearchResultRow>('search_vector', findNearest, values)
      return quotedResults(analyzeQuery(''), rows)
    },

    async prepareVectorSearch(model) {
      if (isEmbedded || !(await supportsVectors())) return false
      return buildVectorGraph(withoutTimeout, model)
    },

    async indexPending(limit, after) {
      const last = await indexPending(background, limit, after)
      if (last === null) await countTiers(upkeep)
      return last
    },

    indexProgress: () => indexProgress(background),

    reindex: (limit) => reindex({ background, upkeep }, limit),

    async claimUnembedded(model, limit, after) {
      if (!(await supportsVectors())) return []
      const values = [model, limit, ...startAfter(after)]
      const rows = await query<ChunkRow>('claim_unembedded', claimUnembedded, values)
      return rows.map((row) => ({ ...toPlace(row), text: row.text }))
    },

    async deleteVectors(model, limit, after) {
      if (!(await supportsVectors())) return []
      const values = [model, limit, ...startAfter(after)]
      return (await query<PlaceRow>('delete_vectors', deleteVectors, values)).map(toPlace)
    },

    async listDimensions(model) {
      if (!(await supportsVectors())) return []
      const rows = await query<{ dimensions: number }>('list_dimensions', listDimensions, [model])
      return rows.map(({ dimensions }) => dimensions)
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

    async deleteRefusals(model, limit) {
      return (await query('delete_refusals', deleteRefusals, [model, limit])).length
    },

    async releaseClaims(model, chunks) {
      if (chunks.length > 0)
        await query('release_claims', releaseClaims, [model, JSON.stringify(chunks.map(toRow))])
    },
  }
}

const startAfter = (after: ChunkPlace | null): readonly [DocumentId | string, number] =>
  after === null ? [nilId, 0] : [after.documentId, after.ordinal]

type PlaceRow = { readonly document_id: DocumentId; readonly ordinal: number }

const toPlace = (row: PlaceRow): ChunkPlace => ({
  documentId: row.document_id,
  ordinal: row.ordinal,
})

type ChunkRow = PlaceRow & { readonly text: string }

const toRow = ({ documentId, ordinal, text }: UnembeddedChunk): ChunkRow => ({
  document_id: documentId,
  ordinal,
  text,
})

const toSearchResult = (row: QuotedRow): SearchResult => ({
  documentId: row.documentId,
  title: row.title,
  ...row.quote,
  passage: passageBelow(row.heading, row.body),
  source: row.source,
  url: documentAddress(row.documentId, row.url),
  updatedAt: row.updatedAt,
  score: roundedScore(row.score),
})

const quotedResults = (
  query: AnalyzedQuery,
  rows: readonly SearchResultRow[],
): readonly SearchResult[] =>
  rows.map((row) => toSearchResult({ ...row, quote: quote(query, row.body) }))

type PhraseRow = Omit<CandidateRow, 'score'>

async function hasCompleteIndex(query: Query): Promise<boolean> {
  const [row] = await query<{ complete: boolean }>(
    'has_complete_index',
    'select complete from search_state',
    [],
  )
  return row?.complete === true
}

async function hasVectorTable(query: Query): Promise<boolean> {
  const [row] = await query<{ present: boolean }>(
    'has_vectors',
    `select to_regclass('chunk_embeddings') is not null as present`,
    [],
  )
  return row?.present === true
}
