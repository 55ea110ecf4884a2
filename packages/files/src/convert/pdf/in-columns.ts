import type { Cell, TextLine } from './text-lines.ts'

/** How many lines columns have at least, and how many letters each has on average. Cells of a table are shorter. */
const linesMin = 8
const lettersMin = 18
/** The share of the lines of a page. */
const shareMin = 0.5

/** Separates two columns whose lines a page draws in turn, as some programs do. A column then comes as a whole. */
export function inColumns(lines: readonly TextLine[]): readonly TextLine[] {
  const pairs = lines.filter(({ cells }) => cells.length === 2)
  if (pairs.length < linesMin || pairs.length < shareMin * lines.length) return lines
  const gutterStart = Math.max(...pairs.map(({ cells }) => cells[0]!.right))
  const gutterEnd = Math.min(...pairs.map(({ cells }) => cells[1]!.left))
  const letters = (side: number) =>
    pairs.reduce((sum, { cells }) => sum + cells[side]!.text.length, 0) / pairs.length
  if (gutterStart > gutterEnd || letters(0) < lettersMin || letters(1) < lettersMin) return lines
  const isLeft = ({ right }: Cell) => right <= gutterStart + 1
  const isRight = ({ left }: Cell) => left >= gutterEnd - 1
  const first = lines.findIndex(({ cells }) => cells.length === 2)
  const last = lines.findLastIndex(({ cells }) => cells.length === 2)
  const between = lines.slice(first, last + 1)
  // A line over both columns divides them: then the order of the page stays.
  if (between.some(({ cells }) => cells.some((cell) => !isLeft(cell) && !isRight(cell))))
    return lines
  const side = (isOnSide: (cell: Cell) => boolean) =>
    between.flatMap((line) => line.cells.filter(isOnSide).map((cell) => lineOfCell(line, cell)))
  return [...lines.slice(0, first), ...side(isLeft), ...side(isRight), ...lines.slice(last + 1)]
}

const lineOfCell = (line: TextLine, cell: Cell): TextLine => ({
  ...line,
  cells: [cell],
  left: cell.left,
  right: cell.right,
})
