/** How many letters to insert, delete, replace, or swap with their neighbour (optimal string alignment). */
export function editDistance(left: string, right: string): number {
  let [before, last] = [[] as number[], Array.from({ length: right.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= left.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1]
      let least = Math.min(
        last[column]! + 1,
        next[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
      )
      const isSwapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      if (row > 1 && column > 1 && isSwapped) least = Math.min(least, before[column - 2]! + 1)
      next.push(least)
    }
    ;[before, last] = [last, next]
  }
  return last[right.length]!
}
