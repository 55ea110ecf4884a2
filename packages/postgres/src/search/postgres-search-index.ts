import {
  analyzeQuery,
  documentAddress,
  foldText,
  rerank,
  passageBelow,
  roundedScore,
  withQuotedPhrases,
  quote,
  quoteBelow,
  wordPresence,
  type AnalyzedQuery,
  type ChunkPlace,
  type DocumentId,
  type Quote,
  type SearchResult,
  type SearchIndex,
  type Source,
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
} from './embedding-statements.ts'
import { outsideRequests } from '../connections/request-scope.ts'
import { countTiers } from './count-tiers.ts'
import { findPassages, passageValues } from './find-passages.ts'
import { indexPending, indexProgress, nilId } from './index-pending.ts'
import { findPhrases, phraseValues } from './find-phrases.ts'
import { findNearest, nearestValues, toVector } from './find-nearest.ts'
import { reindex } from './reindex.ts'
import { searchText } from './search-text.ts'
import { buildVectorGraph } from './vector-graph.ts'

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
      const candidates = await withQuotedPhrases(analyzed, rows.map(toCandidate), async (ids) => {
        const phrases = phraseValues(analyzed, ids, visibility)
        return (await searchQuery<PhraseRow>('find_phrases', findPhrases, phrases)).map(toCandidate)
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

type SearchResultRow = {
  id: string
  title: string
  url: string
  source: string
  updated_at: Date | null
  heading: string
  body: string
  score: number
}

type PassageRow = Omit<SearchResultRow, 'score'>

type QuotedRow = SearchResultRow & { readonly quote: Quote }

const toSearchResult = (row: QuotedRow): SearchResult => ({
  documentId: row.id as DocumentId,
  title: row.title,
  ...row.quote,
  passage: passageBelow(row.heading, row.body),
  source: row.source as Source,
  url: documentAddress(row.id as DocumentId, row.url),
  updatedAt: row.updated_at,
  score: roundedScore(row.score),
})

const quotedResults = (
  query: AnalyzedQuery,
  rows: readonly SearchResultRow[],
): readonly SearchResult[] =>
  rows.map((row) => toSearchResult({ ...row, quote: quote(query, row.body) }))

type CandidateRow = SearchResultRow & { readonly external_id: string }

type PhraseRow = Omit<CandidateRow, 'score'>

const toCandidate = <Row extends PhraseRow>(row: Row) => ({
  ...row,
  documentId: row.id as DocumentId,
  externalId: row.external_id,
  updatedAt: row.updated_at,
})

/** Passages that are read to find better ones to quote, the same number for each document. */
const passagesReadMax = 500

/**
 * Checks the permissions again, because they may have changed since the search. The document may be
 * another version by now, too, so that a passage is read with all that is shown of it.
 */
const readPassages = `
select document.id, document.title, document.url, document.source, document.updated_at,
  chunk.heading, chunk.body
from documents as document cross join lateral (
  select ordinal, heading, body from document_chunks where document_id = document.id order by ordinal limit $4
) as chunk
where document.id = any ($1::uuid[])
  and document.allowed && $2::text[] and ($3::text[] is null or document.source = any ($3::text[]))
order by document.id, chunk.ordinal
`

/**
 * Quotes each passage below its heading, or, if only its heading matches, the first one below this heading. If only the
 * title matches, it quotes the passage of the same document with the most words of the query. If none has one, it quotes
 * the first passage.
 */
async function withQuotes(
  searchQuery: Query,
  query: AnalyzedQuery,
  visibility: Visibility,
  rows: readonly CandidateRow[],
): Promise<readonly QuotedRow[]> {
  const quoted = rows.map((row) => ({ ...row, quote: quote(query, row.body) }))
  const shown = await bestQuoted(searchQuery, query, visibility, quoted)
  return shown.map((row) => ({ ...row, quote: quoteBelow(query, row, row.quote) }))
}

/** Instead of those without marks, the best passages of their documents. */
async function bestQuoted(
  searchQuery: Query,
  query: AnalyzedQuery,
  { principals, sources }: Visibility,
  quoted: readonly QuotedRow[],
): Promise<readonly QuotedRow[]> {
  const unmarked = quoted.filter((row) => row.quote.marks.length === 0)
  if (unmarked.length === 0) return quoted
  const headings = new Map(
    unmarked
      .filter(({ heading }) => quote(query, heading).marks.length > 0)
      .map(({ id, heading }) => [id, heading]),
  )
  const limit = Math.ceil(passagesReadMax / unmarked.length)
  const values = [unmarked.map(({ id }) => id), principals, sources, limit]
  const others = await searchQuery<PassageRow>('read_passages', readPassages, values)
  const best = new Map<string, PassageRow & Pick<QuotedRow, 'quote'>>()
  const mayMatch = wordPresence(query)
  for (const row of others) {
    const known = best.get(row.id)
    const heading = headings.get(row.id)
    if (heading !== undefined && (known !== undefined || row.heading !== heading)) continue
    if (known !== undefined && !mayMatch(row.body)) continue
    const other = quote(query, row.body)
    if (known === undefined || other.marks.length > known.quote.marks.length)
      best.set(row.id, { ...row, quote: other })
  }
  return quoted.map((row) => ({ ...row, ...best.get(row.id) }))
}

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
