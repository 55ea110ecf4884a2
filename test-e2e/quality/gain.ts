import { twins, type ReferenceQuery } from './collection.ts'

const depth = 10

const discounted = (grades: readonly number[]): number =>
  grades
    .slice(0, depth)
    .reduce((sum, grade, rank) => sum + (2 ** grade - 1) / Math.log2(rank + 2), 0)

/** The grades of a list; a page with almost the same text as an earlier one counts nothing. */
function gradesOf(
  found: readonly string[],
  grades: ReadonlyMap<string, number>,
): readonly number[] {
  const seen = new Set<readonly string[]>()
  return found.map((externalId) => {
    const set = twins.find((candidate) => candidate.includes(externalId))
    if (set !== undefined && seen.has(set)) return 0
    if (set !== undefined) seen.add(set)
    return grades.get(externalId) ?? 0
  })
}

/** The normalized discounted cumulative gain of the first ten results, from 0 to 1. */
export function gainOf(found: readonly string[], { grades }: ReferenceQuery): number {
  const best = [...grades.entries()].toSorted(([, left], [, right]) => right - left)
  const ideal = gradesOf(
    best.map(([externalId]) => externalId),
    grades,
  )
  return (
    discounted(gradesOf(found, grades)) / discounted(ideal.toSorted((left, right) => right - left))
  )
}

/** Whether a list has several pages with almost the same text. */
export const hasRepeats = (found: readonly string[]): boolean =>
  twins.some((set) => found.filter((externalId) => set.includes(externalId)).length > 1)
