import { division } from './divided-words.ts'
import type { Flow } from './reading-order.ts'
import type { TextLine } from './text-lines.ts'

/** A paragraph with the size and font of its first line. */
export type Paragraph = {
  readonly text: string
  readonly size: number
  readonly font: string
  readonly lines: number
}

/** Of the size of the text: how much further than usual lines of two paragraphs are apart. */
const paragraphGapMin = 0.25
/** How far the first line of a paragraph is from the left edge of the others, and how far at most. */
const indentMin = 0.8
const indentMax = 4

const bullet = /^[•‣▪●○◦∙·■□➢➤✓❖\uF0A7\uF0B7\uF0D8\uF076\uF0FC][ \t]*|^[-–*][ \t]+/u
const numbered =
  /^(?:\(?\d{1,2}(?:\.\d{1,2}){0,5}[.)]|\d{1,2}(?:\.\d{1,2}){1,5}|\(?[a-z]\)|[ivx]{1,4}[.)])\s/
/** A line of a table of contents. */
export const dottedLine = /(?:\s?[.·…]){5,}\s*(?:\|\s*)?(?:\d{1,4}|[ivxlc]+)$/
const betweenCells = ' | '

/** The paragraphs of a flow. A line that could have had a word more has an end of its own, as in an address or a list. */
export function flowParagraphs(flow: Flow): readonly Paragraph[] {
  const usualGap = usualLineGap(flow.lines)
  const paragraphs: Paragraph[] = []
  let open: TextLine[] = []
  let text = ''
  const end = () => {
    const [first] = open
    if (first !== undefined)
      paragraphs.push({ text, size: first.size, font: first.font, lines: open.length })
    open = []
    text = ''
  }
  for (const [at, line] of flow.lines.entries()) {
    const words = textOf(line)
    if (beginsParagraph(flow, at, usualGap)) end()
    const last = open.at(-1)
    text += last === undefined ? words : between(flow, last, line) + words
    open.push(line)
  }
  end()
  return paragraphs
}

const textOf = ({ cells }: TextLine): string =>
  cells
    .map(({ text }) => text)
    .join(betweenCells)
    .replace(bullet, '- ')

/** The distance that most lines have, as a share of their size. */
function usualLineGap(lines: readonly TextLine[]): number {
  const gaps = lines
    .slice(1)
    .map((line, at) => (line.baseline - lines[at]!.baseline) / line.size)
    .toSorted((one, other) => one - other)
  return gaps[Math.floor(gaps.length / 4)] ?? 1.2
}

function beginsParagraph(flow: Flow, at: number, usualGap: number): boolean {
  const [before, line, next] = flow.lines.slice(at - 1, at + 2)
  if (before === undefined || line === undefined) return false
  const gap = (line.baseline - before.baseline) / line.size
  if (gap > usualGap + paragraphGapMin && gap > 1) return true
  const indent = (line.left - before.left) / line.size
  if (indent < indentMin || indent > indentMax || isItem(before) || isItem(line)) return false
  // The lines of an item are all as far from the edge.
  const isFirst =
    next === undefined
      ? endsEarly(flow, before, line)
      : next.left < line.left - (indentMin / 2) * line.size
  return isFirst && /[.!?:]["»“”’)]?$/.test(textOf(before))
}

/** What joins two lines of a paragraph. */
function between(flow: Flow, before: TextLine, line: TextLine): string {
  const [above, below] = [textOf(before), textOf(line)]
  const isRow = before.cells.length > 1 || line.cells.length > 1
  const isEnded = isRow || isItem(line) || dottedLine.test(above) || endsEarly(flow, before, line)
  if (isEnded) return '\n'
  return betweenWords(above, below)
}

const isItem = (line: TextLine): boolean => {
  const text = line.cells[0]?.text ?? ''
  return bullet.test(text) || numbered.test(text)
}

/** Whether the first word of the next line would have had a place, so that the line ends where its author ended it. */
function endsEarly(flow: Flow, before: TextLine, line: TextLine): boolean {
  const [first] = line.cells
  const word = /^\S+/.exec(first?.text ?? '')?.[0] ?? ''
  const width = ((first?.right ?? 0) - (first?.left ?? 0)) / Math.max(first?.text.length ?? 1, 1)
  return before.right + (word.length + 1) * width < flow.right - before.size / 2
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。，！？：；」』）「『（]/u
/** A word such as "short-" before "and long-term" is not divided. */
const notDivided = /^(?:and|bis|bzw|et|o|oder|or|ou|sowie|to|und|y)(?!\p{L})/u
const beforeDivision = /\p{L}[-\u2010]$/u

/** Between a word and the rest of it in the next line, or in a script without blanks, there is none. */
function betweenWords(above: string, below: string): string {
  if (above.endsWith(division)) return ''
  if (beforeDivision.test(above) && /^\p{L}/u.test(below) && !notDivided.test(below))
    return /^\p{Ll}/u.test(below) ? division : ''
  return unspaced.test(above.slice(-1)) && unspaced.test(below.slice(0, 1)) ? '' : ' '
}
