import type { DocumentId, Source } from './document.ts'
import type { Mark } from './quotes/occurrences.ts'

/** A document that matches a query, with its best passage. */
export type SearchResult = {
  readonly documentId: DocumentId
  readonly title: string
  /** Plain text around the best match, after its heading if need be, at most `snippetLengthMax` UTF-16 code units. */
  readonly snippet: string
  /** The whole passage that `snippet` is from, as its document has it, below its heading. */
  readonly passage: string
  /** Where `snippet` has words of the query. See `Quote`. */
  readonly marks: readonly Mark[]
  readonly source: Source
  /** See `documentAddress`. */
  readonly url: string
  /** When it was last changed, as its source says; null if unknown. */
  readonly updatedAt: Date | null
  /** 0 to 1, comparable only within one response. */
  readonly score: number
}

/** The documents that match a query, best first. */
export type SearchAnswer = {
  readonly results: readonly SearchResult[]
  /** True if semantic search is missing because it did not finish in time. */
  readonly degraded: boolean
}

/** A passage below its heading, which may say what it is about. */
export const passageBelow = (heading: string, text: string): string =>
  heading === '' ? text : `${heading}\n${text}`

export const snippetLengthMax = 500

/** The k of reciprocal rank fusion: a higher value gives the first ranks less weight. */
const fusionConstant = 10

/**
 * Merges ranked lists of one query by reciprocal rank fusion. If several lists have a document, the
 * snippet of the earliest list stays. The first document of every list scores 1. `weights` says how
 * much each list counts; equally if omitted.
 */
export function fuse(
  rankings: readonly (readonly SearchResult[])[],
  limit: number,
  weights: readonly number[] = rankings.map(() => 1),
): readonly SearchResult[] {
  const merged = new Map<DocumentId, { result: SearchResult; sum: number }>()
  for (const [list, ranking] of rankings.entries()) {
    for (const [rank, result] of ranking.entries()) {
      const entry = merged.get(result.documentId) ?? { result, sum: 0 }
      merged.set(result.documentId, {
        result: entry.result,
        sum: entry.sum + weights[list]! / (fusionConstant + rank + 1),
      })
    }
  }
  const best = weights.reduce((sum, weight) => sum + weight, 0) / (fusionConstant + 1)
  return [...merged.values()]
    .toSorted(
      (left, right) =>
        right.sum - left.sum || (left.result.documentId < right.result.documentId ? -1 : 1),
    )
    .slice(0, limit)
    .map(({ result, sum }) => ({ ...result, score: roundedScore(sum / best) }))
}

/**
 * Published scores have four decimals: enough to compare, too few to reconstruct statistics from.
 */
export const roundedScore = (score: number): number =>
  Math.round(Math.min(1, Math.max(0, score)) * 10_000) / 10_000
