import type { PDFPageProxy } from 'unpdf/pdfjs'

/** Text in one font on one line of a page. Places are in points from the upper left corner of the page as it is read. */
export type TextRun = {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly baseline: number
  readonly size: number
  readonly font: string
  readonly isRightToLeft: boolean
  /** Whether the page has a blank before it. */
  readonly isAfterBlank: boolean
}

type Content = Awaited<ReturnType<PDFPageProxy['getTextContent']>>
type Item = Extract<Content['items'][number], { readonly str: string }>
type Matrix = readonly [number, number, number, number, number, number]

const matrixOf = ([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]): Matrix => [
  a,
  b,
  c,
  d,
  e,
  f,
]

/** Reads the text of a page in the order in which the page draws it, turned so that most of it is upright. */
export async function textRuns(page: PDFPageProxy): Promise<readonly TextRun[]> {
  const { items } = await page.getTextContent()
  const view = page.getViewport({ scale: 1 })
  const placed = placedItems(items, matrixOf(view.transform))
  const quarters = usualDirection(placed)
  const { width, height } = view
  const runs: TextRun[] = []
  const turned: TextRun[] = []
  for (const one of placed) {
    const run = runOf(one, quarters, { width, height })
    if (one.quarters !== quarters) turned.push(run)
    else if (!isSameAgain(run, runs.at(-1))) runs.push(run)
  }
  return [...runs, ...belowEachOther(turned, quarters % 2 === 0 ? height : width)]
}

type Placed = {
  readonly item: Item
  readonly x: number
  readonly y: number
  /** By how many quarters its direction is turned to the right. */
  readonly quarters: number
  readonly isAfterBlank: boolean
}

function placedItems(items: Content['items'], view: Matrix): readonly Placed[] {
  const placed: Placed[] = []
  let isAfterBlank = false
  for (const item of items) {
    if (!('str' in item)) continue
    if (item.str.trim() === '') {
      isAfterBlank ||= item.str !== ''
      continue
    }
    const [a, b, , , e, f] = matrixOf(item.transform)
    const [dx, dy] = [view[0] * a + view[2] * b, view[1] * a + view[3] * b]
    placed.push({
      item,
      x: view[0] * e + view[2] * f + view[4],
      y: view[1] * e + view[3] * f + view[5],
      quarters: (Math.round((Math.atan2(dy, dx) * 2) / Math.PI) + 4) % 4,
      isAfterBlank: isAfterBlank || /^\s/.test(item.str),
    })
    isAfterBlank = /\s$/.test(item.str)
  }
  return placed
}

/** The direction of most letters. */
function usualDirection(placed: readonly Placed[]): number {
  const letters = [0, 0, 0, 0]
  for (const { item, quarters } of placed) letters[quarters]! += item.str.length
  return letters.indexOf(Math.max(...letters))
}

type Size = { readonly width: number; readonly height: number }

function runOf(
  { item, x, y, isAfterBlank }: Placed,
  quarters: number,
  { width, height }: Size,
): TextRun {
  const [left, baseline] =
    quarters === 0
      ? [x, y]
      : quarters === 1
        ? [y, width - x]
        : quarters === 2
          ? [width - x, height - y]
          : [height - y, x]
  const isRightToLeft = item.dir === 'rtl'
  const [, , c, d] = matrixOf(item.transform)
  return {
    text: withWholeLetters(item.str.trim()),
    left,
    right: left + item.width,
    baseline,
    size: Math.hypot(c, d) || item.height || 1,
    font: item.fontName,
    isRightToLeft,
    isAfterBlank,
  }
}

/** Old fonts write a letter and its accent as two signs. */
const apartAccent = /(?<accent>[\u00A8\u00B4\u02C6\u02C7\u02DC])(?<letter>\p{L})/gu
const combining = new Map([
  ['\u00A8', '\u0308'],
  ['\u00B4', '\u0301'],
  ['\u02C6', '\u0302'],
  ['\u02C7', '\u030C'],
  ['\u02DC', '\u0303'],
])

const withWholeLetters = (text: string): string =>
  text.replaceAll(apartAccent, (_, accent: string, letter: string) =>
    `${letter === 'ı' ? 'i' : letter}${combining.get(accent) ?? ''}`.normalize('NFC'),
  )

/** Bold text may be the same text twice, almost at the same place. */
const isSameAgain = (run: TextRun, before: TextRun | undefined): boolean =>
  before !== undefined &&
  run.text === before.text &&
  Math.abs(run.left - before.left) < run.size / 5 &&
  Math.abs(run.baseline - before.baseline) < run.size / 5

/** Text in another direction, such as a mark across the page, comes last, each run on a line of its own. */
const belowEachOther = (runs: readonly TextRun[], height: number): readonly TextRun[] =>
  runs.map((run, at) => ({
    ...run,
    left: 0,
    right: run.right - run.left,
    baseline: height + (at + 1) * 3 * run.size,
  }))
