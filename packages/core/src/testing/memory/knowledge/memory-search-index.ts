import { documentAddress } from '../../../model/knowledge/document-address.ts'
import type { Document, DocumentId } from '../../../model/knowledge/document.ts'
import { roundedScore, type SearchResult } from '../../../model/knowledge/search-result.ts'
import { snippetOf } from '../../../model/knowledge/snippet.ts'
import { foldText } from '../../../model/knowledge/words.ts'
import type {
  ChunkPlace,
  SearchIndex,
  UnembeddedChunk,
  Visibility,
} from '../../../ports/knowledge/search-index.ts'
import { ok } from '../../../model/result.ts'
import type { MemoryDatabase, MemoryTables, Passage } from '../memory-database.ts'
import { isAllowed } from '../stores/memory-document-store.ts'

/** Scans all visible documents each time. Stems English words with simple rules. */
export const memorySearchIndex = (database: MemoryDatabase): SearchIndex => ({
  async searchText(query, visibility, limit) {
    const visible = visiblePassages(database.tables, visibility).map((candidate) => ({
      ...candidate,
      titleTerms: termsOf(`${candidate.title} ${candidate.leading}`),
      bodyTerms: termsOf(`${candidate.passage.heading} ${candidate.passage.text}`),
    }))
    const weights = weightsOf(new Set(termsOf(query)), visible)
    const sum = [...weights.values()].reduce((total, weight) => total + weight, 0)
    return best(
      visible.map((candidate) => ({ ...candidate, score: scoreOf(candidate, weights) / sum })),
      [...weights.keys()],
      limit,
    ).filter(({ score }) => score > 0)
  },

  async searchVector(vector, model, visibility, limit) {
    const near = visiblePassages(database.tables, visibility).flatMap((candidate) => {
      const stored = candidate.passage.vectors.get(model)
      return stored?.length === vector.length
        ? [{ ...candidate, score: cosine(stored, vector) }]
        : []
    })
    return best(near, [], limit)
  },

  supportsVectors: async () => true,

  async claimUnembedded(model, limit, after) {
    const now = database.now().getTime()
    const claimed = await database.change(async ({ index }) => {
      const pending = [...index]
        .flatMap(([documentId, { title, passages }]) =>
          passages.map((passage, ordinal) => ({
            passage,
            documentId,
            ordinal,
            text: embeddedText(title, passage),
          })),
        )
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

  async releaseClaims(model, chunks) {
    await database.change(async ({ index }) => {
      changePassages(index, chunks, ({ claims, ...passage }) => ({
        ...passage,
        claims: new Map([...claims].filter(([name]) => name !== model)),
      }))
      return ok(null)
    })
  },
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

/** `leading` is matched with the first passage only: the external id. */
type Candidate = {
  readonly id: DocumentId
  readonly title: string
  readonly passage: Passage
  readonly leading: string
}
type Terms = { readonly titleTerms: readonly string[]; readonly bodyTerms: readonly string[] }
type Scored = Candidate & Pick<Document, 'source' | 'url'> & Pick<SearchResult, 'score'>

const visiblePassages = ({ documents, index }: MemoryTables, { principals, sources }: Visibility) =>
  [...documents]
    .filter(
      ([, document]) =>
        isAllowed(document, principals) && (sources === null || sources.includes(document.source)),
    )
    .flatMap(([id, { source, url, externalId }]) => {
      const { title, passages } = index.get(id) ?? { title: '', passages: [] }
      return passages.map((passage, ordinal) => ({
        id,
        source,
        url,
        title,
        passage,
        leading: ordinal === 0 ? externalId : '',
      }))
    })

/**
 * The weight of each term: higher if fewer visible documents contain it (the idf of BM25). Terms
 * without documents are absent.
 */
function weightsOf(
  terms: ReadonlySet<string>,
  visible: readonly (Candidate & Terms)[],
): ReadonlyMap<string, number> {
  const total = new Set(visible.map(({ id }) => id)).size
  const weights = new Map<string, number>()
  for (const term of terms) {
    const having = visible.filter(
      ({ titleTerms, bodyTerms }) => titleTerms.includes(term) || bodyTerms.includes(term),
    )
    const count = new Set(having.map(({ id }) => id)).size
    if (count > 0) weights.set(term, Math.log(1 + (total - count + 0.5) / (count + 0.5)))
  }
  return weights
}

/** A word in the title weighs as much as any number of the same word in the text. */
function scoreOf({ titleTerms, bodyTerms }: Terms, weights: ReadonlyMap<string, number>): number {
  let score = 0
  for (const [term, weight] of weights) {
    const count = bodyTerms.filter((bodyTerm) => bodyTerm === term).length
    score += (weight * ((titleTerms.includes(term) ? 1 : 0) + count / (count + 1))) / 2
  }
  return score
}

/** The best passage of each document, best first. */
function best(
  passages: readonly Scored[],
  stems: readonly string[],
  limit: number,
): readonly SearchResult[] {
  const ranked = passages.toSorted(
    (left, right) => right.score - left.score || (left.id < right.id ? -1 : 1),
  )
  const first = new Map(ranked.toReversed().map((candidate) => [candidate.id, candidate]))
  return ranked
    .filter((candidate) => first.get(candidate.id) === candidate)
    .slice(0, limit)
    .map(({ id, title, passage, source, url, score }) => ({
      documentId: id,
      title,
      snippet: snippetOf(passage.text, stems),
      source,
      url: documentAddress(id, url),
      score: roundedScore(score),
    }))
}

const embeddedText = (title: string, { heading, text }: Passage): string =>
  [title, heading, text].filter((part) => part !== '').join('\n')

const stopWords = new Set(
  'a an and are as at be by can do for from how i in is it me my of on or our that the to we what with you'.split(
    ' ',
  ),
)

/**
 * The significant words, folded and without English endings: `printers` is `printer`, `policies` is
 * `polici`.
 */
const termsOf = (text: string): readonly string[] =>
  foldText(text)
    .split(' ')
    .filter((word) => word !== '' && !stopWords.has(word))
    .map((word) => {
      const stem = word.replace(/(?<=.{3})(?:ing|ed|es|s|e)$/, '')
      return stem.replace(/y$/, 'i').replace(/(?<=.{2})(.)\1$/, '$1')
    })

function cosine(left: readonly number[], right: readonly number[]): number {
  const product = left.reduce((sum, value, position) => sum + value * right[position]!, 0)
  return product / (Math.hypot(...left) * Math.hypot(...right) || 1)
}
