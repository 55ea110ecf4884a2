import {
  analyzeQuery,
  type AnalyzedQuery,
} from '../../../model/knowledge/analysis/analyze-query.ts'
import { withQuotedPhrases } from '../../../model/knowledge/analysis/matching/quoted-phrases.ts'
import { rerank, type Candidate } from '../../../model/knowledge/analysis/matching/rerank.ts'
import { documentAddress } from '../../../model/knowledge/document-address.ts'
import type { Document } from '../../../model/knowledge/document.ts'
import {
  passageBelow,
  roundedScore,
  type SearchResult,
} from '../../../model/knowledge/search-result.ts'
import { quoteBelow } from '../../../model/knowledge/quotes/quote-below.ts'
import { quote } from '../../../model/knowledge/quotes/quote.ts'
import type {
  ChunkPlace,
  SearchIndex,
  UnembeddedChunk,
  Visibility,
} from '../../../ports/knowledge/search-index.ts'
import { ok } from '../../../model/result.ts'
import type { MemoryDatabase, MemoryTables, Passage } from '../memory-database.ts'
import { exactKeywordSearch, type Match, type SearchedDocument } from './exact-keyword-search.ts'
import { isAllowed } from '../stores/knowledge/memory-document-store.ts'
import { memoryIndexProgress } from './memory-index-progress.ts'

/** Scans all visible documents each time. Without `isReranked`, keyword results are in the order of BM25. */
export const memorySearchIndex = (
  database: MemoryDatabase,
  { isReranked = true }: { readonly isReranked?: boolean } = {},
): SearchIndex => ({
  async searchText(query, visibility, limit) {
    const analyzed = analyzeQuery(query)
    const documents = visibleDocuments(database.tables, visibility)
    const candidates = exactKeywordSearch(documents, analyzed).map((match) => ({
      ...match,
      heading: match.passage.heading,
      body: match.passage.text,
    }))
    const ranked = isReranked
      ? rerank(analyzed, await withPhrases(analyzed, candidates), limit)
      : candidates.slice(0, limit)
    return ranked.map((match) => resultOf(match, shownPassage(match, analyzed), analyzed))
  },

  async searchVector(vector, model, visibility, limit) {
    const near = visibleDocuments(database.tables, visibility).flatMap((document) => {
      const scored = document.passages.flatMap((passage) => {
        const stored = passage.vectors.get(model)
        return stored?.length === vector.length
          ? [{ ...document, passage, score: cosine(stored, vector) }]
          : []
      })
      return scored.toSorted((left, right) => right.score - left.score).slice(0, 1)
    })
    return near
      .toSorted(
        (left, right) => right.score - left.score || (left.documentId < right.documentId ? -1 : 1),
      )
      .slice(0, limit)
      .map((match) => resultOf(match, match.passage, analyzeQuery('')))
  },

  prepareVectorSearch: async () => false,

  ...memoryIndexProgress(database),

  supportsVectors: async () => true,

  async claimUnembedded(model, limit, after) {
    const now = database.now().getTime()
    const claimed = await database.change(async ({ index }) => {
      const pending = passagesIn(index)
        .filter(
          ({ passage: { vectors, claims } }) =>
            !vectors.has(model) && (claims.get(model)?.dueAt ?? now) <= now,
        )
        .toSorted(byPlace)
        .filter((chunk) => after === null || byPlace(after, chunk) < 0)
        .slice(0, limit)
        .map(({ documentId, ordinal, text }) => ({ documentId, ordinal, text }))
      changePassages(index, pending, ({ claims, ...passage }) => {
        const refusals = claims.get(model)?.refusals ?? 0
        return {
          ...passage,
          claims: new Map(claims).set(model, { dueAt: now + claimMs, refusals }),
        }
      })
      return ok(pending)
    })
    return claimed.value
  },

  async storeEmbeddings(model, embeddings) {
    await database.change(async ({ index }) => {
      changePassages(index, embeddings, (passage, { embedding }) => ({
        ...passage,
        vectors: new Map(passage.vectors).set(model, embedding),
      }))
      return ok(null)
    })
  },

  async deleteVectors(model, limit, after) {
    const deleted = await database.change(async ({ index }) => {
      const stored = passagesIn(index)
        .filter(({ passage }) => passage.vectors.has(model))
        .toSorted(byPlace)
        .filter((chunk) => after === null || byPlace(after, chunk) < 0)
        .slice(0, limit)
      changePassages(index, stored, (passage) => ({
        ...passage,
        vectors: new Map([...passage.vectors].filter(([name]) => name !== model)),
      }))
      return ok(stored.map(({ documentId, ordinal }) => ({ documentId, ordinal })))
    })
    return deleted.value
  },

  async listDimensions(model) {
    const lengths = passagesIn(database.tables.index).flatMap(
      ({ passage }) => passage.vectors.get(model)?.length ?? [],
    )
    return [...new Set(lengths)].toSorted((left, right) => left - right)
  },

  async postponeRefused(model, chunks) {
    const now = database.now().getTime()
    await database.change(async ({ index }) => {
      changePassages(index, chunks, ({ claims, ...passage }) => {
        const refusals = claims.get(model)?.refusals ?? 0
        const dueAt = now + Math.min(hourMs * 2 ** refusals, weekMs)
        return { ...passage, claims: new Map(claims).set(model, { dueAt, refusals: refusals + 1 }) }
      })
      return ok(null)
    })
  },

  async deleteRefusals(model, limit) {
    const deleted = await database.change(async ({ index }) => {
      const refused = passagesIn(index)
        .filter(({ passage }) => (passage.claims.get(model)?.refusals ?? 0) > 0)
        .toSorted(byPlace)
        .slice(0, limit)
      changePassages(index, refused, (passage) => withoutClaims(passage, model))
      return ok(refused.length)
    })
    return deleted.value
  },

  async releaseClaims(model, chunks) {
    await database.change(async ({ index }) => {
      changePassages(index, chunks, (passage) => withoutClaims(passage, model))
      return ok(null)
    })
  },
})

const withPhrases = <Each extends Match<SearchedDocument> & Candidate>(
  query: AnalyzedQuery,
  candidates: readonly Each[],
) =>
  withQuotedPhrases(query, candidates, async () =>
    candidates.flatMap(({ documentId, passages }) =>
      passages.map((passage) => ({
        documentId,
        heading: passage.heading,
        body: passage.text,
        passage,
      })),
    ),
  )

const passagesIn = (index: MemoryTables['index']) =>
  [...index].flatMap(([documentId, { title, passages }]) =>
    passages.map((passage, ordinal) => ({
      passage,
      documentId,
      ordinal,
      text: embeddedText(title, passage),
    })),
  )

const withoutClaims = ({ claims, ...passage }: Passage, model: string): Passage => ({
  ...passage,
  claims: new Map([...claims].filter(([name]) => name !== model)),
})

const claimMs = 2 * 60_000
const hourMs = 3_600_000
const weekMs = 7 * 24 * hourMs

const byPlace = (left: ChunkPlace, right: ChunkPlace): number =>
  left.documentId === right.documentId
    ? left.ordinal - right.ordinal
    : left.documentId < right.documentId
      ? -1
      : 1

/** Changes the passages that are still as they were read. */
function changePassages<Read extends UnembeddedChunk>(
  index: MemoryTables['index'],
  chunks: readonly Read[],
  change: (passage: Passage, chunk: Read) => Passage,
): void {
  for (const chunk of chunks) {
    const { title = '', passages = [] } = index.get(chunk.documentId) ?? {}
    const passage = passages[chunk.ordinal]
    if (passage === undefined || embeddedText(title, passage) !== chunk.text) continue
    index.set(chunk.documentId, {
      title,
      passages: passages.with(chunk.ordinal, change(passage, chunk)),
    })
  }
}

type VisibleDocument = SearchedDocument & Pick<Document, 'source' | 'url' | 'updatedAt'>

const visibleDocuments = (
  { documents, index }: MemoryTables,
  { principals, sources }: Visibility,
): readonly VisibleDocument[] =>
  [...documents]
    .filter(
      ([, document]) =>
        isAllowed(document, principals) && (sources === null || sources.includes(document.source)),
    )
    .map(([documentId, { source, url, externalId, updatedAt }]) => {
      const { title, passages } = index.get(documentId) ?? { title: '', passages: [] }
      return { documentId, source, url, externalId, updatedAt, title, passages }
    })

/** The best passage, or, if only its heading or the title matches, the first one below it. */
function shownPassage(
  { passage, passages }: Match<VisibleDocument>,
  query: AnalyzedQuery,
): Passage {
  const hasWords = (text: string) => quote(query, text).marks.length > 0
  if (hasWords(passage.text)) return passage
  const isBelow = ({ heading }: Passage) => heading === passage.heading
  return (hasWords(passage.heading) ? passages.find(isBelow) : passages[0]) ?? passage
}

const resultOf = (
  {
    documentId,
    title,
    source,
    url,
    updatedAt,
    score,
  }: VisibleDocument & { readonly score: number },
  passage: Passage,
  query: AnalyzedQuery,
): SearchResult => ({
  documentId,
  title,
  ...quoteBelow(query, { title, heading: passage.heading, body: passage.text }),
  passage: passageBelow(passage.heading, passage.text),
  source,
  url: documentAddress(documentId, url),
  updatedAt,
  score: roundedScore(score),
})

const embeddedText = (title: string, { heading, text }: Passage): string =>
  [title, heading, text].filter((part) => part !== '').join('\n')

function cosine(left: readonly number[], right: readonly number[]): number {
  const product = left.reduce((sum, value, position) => sum + value * right[position]!, 0)
  return product / (Math.hypot(...left) * Math.hypot(...right) || 1)
}
