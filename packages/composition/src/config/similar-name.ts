import { editDistance } from '@ken/core'

/** Two edits of a short name make another word: `KEN_HOME` is not a mistyped `KEN_HOST`. */
const shortLengthMax = 9

/**
 * The known name that is probably meant by a mistyped one: at most two edits away, one if it is short, and nearer than any
 * other. Null without one.
 */
export function similarName(name: string, known: readonly string[]): string | null {
  const upper = name.toUpperCase()
  const editsMax = upper.length <= shortLengthMax ? 1 : 2
  const [nearest, next] = known
    .filter(({ length }) => Math.abs(length - upper.length) <= editsMax)
    .map((candidate) => ({ candidate, edits: editDistance(upper, candidate) }))
    .toSorted((one, other) => one.edits - other.edits)
  if (nearest === undefined || nearest.edits > editsMax) return null
  return next?.edits === nearest.edits ? null : nearest.candidate
}
