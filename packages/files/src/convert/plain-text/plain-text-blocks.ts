import type { Block } from '../body-builder.ts'

/** A longer line is a paragraph. */
const headingLengthMax = 120
const levelMax = 6

/** A row below a heading of plain text or reStructuredText, and above some. Three backticks or quotes are a fence. */
const row = /^(?!(?:`{3}|"{3}|'{3})$)([-=~^*+#"'`:])\1{2,}$/
/** A heading of AsciiDoc or a wiki: `== Name`, also with the same marks at its end. */
const marked = /^(?<marks>={1,6})[ \t]+(?<text>\S.*?)(?:[ \t]+\k<marks>)?$/

type Heading = {
  readonly text: string
  /** Its marks and where they are: headings of one style have one level. */
  readonly style: string
  /** How many lines it takes. */
  readonly lines: number
}

/**
 * Divides lines of plain text, without blanks at their ends, at its headings: those with a row of marks below them that is
 * at least as long, as in reStructuredText, and those of AsciiDoc. All other lines stay as they are.
 */
export function plainTextBlocks(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = []
  const styles: string[] = []
  let text: string[] = []
  const endText = () => {
    if (text.some((line) => line !== '')) blocks.push({ level: null, text: text.join('\n') })
    text = []
  }
  for (let at = 0; at < lines.length; at += 1) {
    const heading = (text.at(-1) ?? '') === '' ? headingAt(lines, at) : null
    if (heading === null) {
      text.push(lines[at]!)
      continue
    }
    endText()
    if (!styles.includes(heading.style)) styles.push(heading.style)
    const level = Math.min(styles.indexOf(heading.style) + 1, levelMax)
    blocks.push({ level, text: heading.text })
    at += heading.lines - 1
  }
  endText()
  return blocks
}

/** The heading that begins with a line, after a blank line or another heading. */
function headingAt(lines: readonly string[], at: number): Heading | null {
  const [first = '', second = '', third = ''] = lines.slice(at, at + 3)
  const found = first.length <= headingLengthMax ? marked.exec(first) : null
  const { marks, text } = found?.groups ?? {}
  if (marks !== undefined && text !== undefined && isName(text))
    return { text, style: marks, lines: 1 }
  if (row.test(first) && first === third && isName(second) && second.length <= first.length)
    return { text: withoutBox(second), style: `${first[0]} above`, lines: 3 }
  if (row.test(second) && isName(first) && /^\S/.test(first) && first.length <= second.length)
    return { text: withoutBox(first), style: second[0]!, lines: 2 }
  return null
}

/** Whether a line may be the text of a heading, and no row of a table. */
const isName = (line: string): boolean =>
  line.length <= headingLengthMax && /[\p{L}\p{N}]/u.test(line) && !line.includes('|')

/** `Name` of `# Name #` and `* Name`. */
const withoutBox = (line: string): string =>
  line
    .trim()
    .replace(/^(?:#+|\*+)\s+/, '')
    .replace(/\s+(?:#+|\*+)$/, '')
