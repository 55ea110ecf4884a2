import type { DocumentId, Source } from './document.ts'

/** One document that answers a query, with its best passage. */
export type Finding = {
  readonly documentId: DocumentId
  readonly title: string
  /** Plain text around the best match, at most `snippetLengthMax` characters. */
  readonly snippet: string
  readonly source: Source
  /** See `documentAddress`. */
  readonly url: string
  /** 0 to 1; comparable within one answer only. */
  readonly score: number
}

export const snippetLengthMax = 500

/** The k of reciprocal-rank fusion: how little the very first ranks dominate. */
const fusionConstant = 60

/**
 * Merges ranked lists of one query by reciprocal-rank fusion. Where lists name the same document,
 * the earlier list's snippet stays. Scores become 1 for a document that leads every list.
 */
export function fuse(rankings: readonly (readonly Finding[])[], limit: number): readonly Finding[] {
  const merged = new Map<DocumentId, { finding: Finding; sum: number }>()
  for (const ranking of rankings) {
    for (const [rank, finding] of ranking.entries()) {
      const entry = merged.get(finding.documentId) ?? { finding, sum: 0 }
      merged.set(finding.documentId, { finding: entry.finding, sum: entry.sum + 1 / (fusionConstant + rank + 1) })
    }
  }
  const best = rankings.length / (fusionConstant + 1)
  return [...merged.values()]
    .toSorted((left, right) => right.sum - left.sum || (left.finding.documentId < right.finding.documentId ? -1 : 1))
    .slice(0, limit)
    .map(({ finding, sum }) => ({ ...finding, score: roundedScore(sum / best) }))
}

/** Published scores carry four decimals: enough to compare, too few to reconstruct statistics from. */
export const roundedScore = (score: number): number => Math.round(Math.min(1, Math.max(0, score)) * 10_000) / 10_000
