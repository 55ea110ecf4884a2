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
    .map((candidate) => ({ candidate, edits: editsBetween(upper, candidate) }))
    .toSorted((one, other) => one.edits - other.edits)
  if (nearest === undefined || nearest.edits > editsMax) return null
  return next?.edits === nearest.edits ? null : nearest.candidate
}

/** The letters to add, remove, replace or swap with the next one (optimal string alignment distance). */
function editsBetween(from: string, to: string): number {
  let beforeLast: readonly number[] = []
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwapped =
        row > 1 &&
        column > 1 &&
        from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1]
      current.push(
        Math.min(
          last[column]! + 1,
          current[column - 1]! + 1,
          last[column - 1]! + (isSame ? 0 : 1),
          isSwapped ? beforeLast[column - 2]! + 1 : Infinity,
        ),
      )
    }
    beforeLast = last
    last = current
  }
  return last[to.length]!
}
