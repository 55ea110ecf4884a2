import type { TextRun } from './text-runs.ts'

/** A line of a page; its cells are apart from each other, as in a table. */
export type TextLine = {
  readonly cells: readonly Cell[]
  readonly left: number
  readonly right: number
  readonly baseline: number
  /** The size of most of its letters. */
  readonly size: number
  readonly font: string
}

export type Cell = { readonly text: string; readonly left: number; readonly right: number }

/** Of the size of the text: what divides words. */
const blankMin = 0.14
/** Of the size of the text: what divides cells. A single gap, or some of one width, may also be those of justified text. */
const cellGapMin = 1.6
const onlyGapMin = 2.5
const evenGapMin = 3.5
const evenMax = 1.5
/** How far a raised or lowered character is from the baseline. */
const shiftMax = 0.5
/** How far text may go back over the text before it. */
const overlapMax = 0.5

/** Joins the runs of a page into lines, in their order. */
export function textLines(runs: readonly TextRun[]): readonly TextLine[] {
  const lines: TextLine[] = []
  let open: TextRun[] = []
  for (const run of runs) {
    if (open.length > 0 && !goesOn(open, run)) {
      lines.push(lineOf(open))
      open = []
    }
    open.push(run)
  }
  if (open.length > 0) lines.push(lineOf(open))
  return lines
}

function goesOn(open: readonly TextRun[], run: TextRun): boolean {
  const last = open.at(-1)!
  const [first] = open
  const size = Math.max(last.size, run.size)
  if (Math.abs(run.baseline - last.baseline) > shiftMax * size) return false
  // A raised mark may begin its line or end it; the baseline is that of the larger text.
  if (Math.abs(run.baseline - first!.baseline) > size) return false
  return run.isRightToLeft && run.right <= last.left + overlapMax * size
    ? true
    : run.left >= last.right - overlapMax * size
}

function lineOf(runs: readonly TextRun[]): TextLine {
  const main = mainRun(runs)
  return {
    cells: cellsOf(runs),
    left: Math.min(...runs.map(({ left }) => left)),
    right: Math.max(...runs.map(({ right }) => right)),
    baseline: main.baseline,
    size: main.size,
    font: main.font,
  }
}

/** The run with the most letters. */
const mainRun = (runs: readonly TextRun[]): TextRun =>
  runs.reduce((main, run) => (run.text.length > main.text.length ? run : main))

function cellsOf(runs: readonly TextRun[]): readonly Cell[] {
  const gapMin = cellGapIn(runs)
  const cells: { text: string; left: number; right: number }[] = []
  for (const [at, run] of runs.entries()) {
    const cell = cells.at(-1)
    const gap = gapBefore(runs, at)
    if (cell === undefined || gap > gapMin) {
      cells.push({ text: run.text, left: run.left, right: run.right })
      continue
    }
    const isApart = run.isAfterBlank || gap > blankMin
    cell.text += (isApart ? ' ' : '') + run.text
    cell.left = Math.min(cell.left, run.left)
    cell.right = Math.max(cell.right, run.right)
  }
  return cells
}

/** The distance of a run from the one before it, of its size. */
function gapBefore(runs: readonly TextRun[], at: number): number {
  const [run, before] = [runs[at]!, runs[at - 1]]
  if (before === undefined) return 0
  return Math.max(run.left - before.right, before.left - run.right) / run.size
}

function cellGapIn(runs: readonly TextRun[]): number {
  const gaps = runs.map((_, at) => gapBefore(runs, at)).filter((gap) => gap > blankMin)
  if (gaps.length <= 1) return onlyGapMin
  return Math.max(...gaps) <= evenMax * Math.min(...gaps) ? evenGapMin : cellGapMin
}
