import type { Mark, Occurrence } from './occurrences.ts'

/**
 * The part with the most different words of the query; of these, the one with the least text between
 * them; of these, the one with the most words from there on; of these, the first. At most
 * `lengthMax` long; the start if nothing matches.
 */
export function nearestPart(occurrences: readonly Occurrence[], lengthMax: number): Mark {
  const counts = new Map<number, number>()
  const count = ({ words }: Occurrence, change: 1 | -1) => {
    for (const position of words) {
      const changed = (counts.get(position) ?? 0) + change
      if (changed > 0) counts.set(position, changed)
      else counts.delete(position)
    }
  }
  const isDispensable = ({ words }: Occurrence) =>
    words.every((position) => counts.get(position)! > 1)

  let best = { start: 0, end: 0, distinct: 0, gaps: 0, following: 0 }
  let [first, beyond, matched] = [0, 0, 0]
  for (const [last, { start: lastStart, end: lastEnd }] of occurrences.entries()) {
    count(occurrences[last]!, 1)
    matched += lastEnd - lastStart
    while (
      first < last &&
      (lastEnd - occurrences[first]!.start > lengthMax || isDispensable(occurrences[first]!))
    ) {
      count(occurrences[first]!, -1)
      matched -= occurrences[first]!.end - occurrences[first]!.start
      first += 1
    }
    const { start } = occurrences[first]!
    while ((occurrences[beyond]?.end ?? Infinity) <= start + lengthMax) beyond += 1
    const part = {
      start,
      end: Math.min(lastEnd, start + lengthMax),
      distinct: counts.size,
      gaps: lastEnd - start - matched,
      following: beyond - first,
    }
    if (isBetter(part, best)) best = part
  }
  return { start: best.start, end: best.end }
}

type Rated = { readonly distinct: number; readonly gaps: number; readonly following: number }

const isBetter = (left: Rated, right: Rated): boolean =>
  left.distinct !== right.distinct
    ? left.distinct > right.distinct
    : left.gaps !== right.gaps
      ? left.gaps < right.gaps
      : left.following > right.following
