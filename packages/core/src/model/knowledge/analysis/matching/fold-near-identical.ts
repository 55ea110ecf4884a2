import { partsOf } from './word-matches.ts'

type Passage = { readonly score: number; readonly heading: string; readonly body: string }

/** A shorter passage says too little to be a copy: two tickets may differ in their numbers only. */
const pairsMin = 12
const sameShareMin = 0.85

/**
 * Moves passages that are almost the same as an earlier one after all others, with lower scores, in
 * the same order. The passages come best first; it stops taking them once it has enough. Returns the first `limit`.
 */
export function foldNearIdentical<Each extends Passage>(
  passages: Iterable<Each>,
  limit: number,
): readonly Each[] {
  const numbers = new Map<string, number>()
  const kept: { readonly passage: Each; readonly pairs: Float64Array }[] = []
  const folded: Each[] = []
  for (const passage of passages) {
    const pairs = pairsOf(passage, numbers)
    if (pairs.length >= pairsMin && kept.some((earlier) => isSame(earlier.pairs, pairs)))
      folded.push(passage)
    else kept.push({ passage, pairs })
    if (kept.length === limit) break
  }
  const least = kept.at(-1)?.passage.score ?? 0
  return [
    ...kept.map(({ passage }) => passage),
    ...folded.map((passage) => ({ ...passage, score: passage.score * least })),
  ].slice(0, limit)
}

const numbersMax = 2 ** 26

/** The different pairs of neighbouring words as numbers, ascending. `numbers` has that of each word. */
function pairsOf({ heading, body }: Passage, numbers: Map<string, number>): Float64Array {
  const pairs: number[] = []
  let last: number | null = null
  for (const part of partsOf(`${heading}\n${body}`)) {
    const number = numbers.get(part) ?? numbers.size
    numbers.set(part, number)
    if (last !== null) pairs.push(last * numbersMax + number)
    last = number
  }
  return Float64Array.from(pairs)
    .toSorted()
    .filter((pair, at, all) => pair !== all[at - 1])
}

function isSame(left: Float64Array, right: Float64Array): boolean {
  const [small, large] = left.length < right.length ? [left, right] : [right, left]
  if (small.length < large.length * sameShareMin) return false
  let both = 0
  for (let first = 0, second = 0; first < small.length && second < large.length;) {
    const [one, other] = [small[first]!, large[second]!]
    if (one === other) both += 1
    if (one <= other) first += 1
    if (other <= one) second += 1
  }
  return both >= sameShareMin * (left.length + right.length - both)
}
