import { partsOf } from './word-matches.ts'

type Passage = { readonly score: number; readonly heading: string; readonly body: string }

/** A shorter passage says too little to be a copy: two tickets may differ in their numbers only. */
const pairsMin = 12
const sameShareMin = 0.85

/**
 * Moves passages that are almost the same as an earlier one after all others, with lower scores, in
 * the same order. The passages come best first. Returns the first `limit`.
 */
export function foldNearIdentical<Each extends Passage>(
  passages: readonly Each[],
  limit: number,
): readonly Each[] {
  const kept: { readonly passage: Each; readonly pairs: ReadonlySet<string> }[] = []
  const folded: Each[] = []
  for (const passage of passages) {
    if (kept.length === limit) break
    const pairs = pairsOf(passage)
    if (pairs.size >= pairsMin && kept.some((earlier) => isSame(earlier.pairs, pairs)))
      folded.push(passage)
    else kept.push({ passage, pairs })
  }
  const least = kept.at(-1)?.passage.score ?? 0
  return [
    ...kept.map(({ passage }) => passage),
    ...folded.map((passage) => ({ ...passage, score: passage.score * least })),
  ].slice(0, limit)
}

/** The pairs of neighbouring words. */
function pairsOf({ heading, body }: Passage): ReadonlySet<string> {
  const parts = partsOf(`${heading}\n${body}`)
  return new Set(parts.slice(1).map((part, before) => `${parts[before]} ${part}`))
}

function isSame(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  const [small, large] = left.size < right.size ? [left, right] : [right, left]
  if (small.size < large.size * sameShareMin) return false
  let both = 0
  for (const pair of small) if (large.has(pair)) both += 1
  return both >= sameShareMin * (left.size + right.size - both)
}
