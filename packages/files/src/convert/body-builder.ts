import { OpenParagraph } from './open-paragraph.ts'
import { carriableText, withoutHeadings } from './readable-text.ts'

/** A piece of a body: a heading of level 1 to 6, or text (level null). */
export type Block = { readonly level: number | null; readonly text: string }

type List = { next: number | null; marker: string; readonly outer: string; indent: string }
type Table = {
  rows: string[]
  cells: string[]
  /** The column of the next cell. */
  column: number
  isLayout: boolean
  /** A row may have only cells that are merged with those above. */
  hasRow: boolean
  /** The number of the open row. */
  row: number
  /** The cells that go on in the next rows, by their first column. */
  readonly merged: Map<number, MergedCell>
}
/** How many rows and columns a cell goes through. */
type CellSize = { readonly rows: number; readonly columns: number }
type MergedCell = { readonly text: string; readonly columns: number; readonly lastRow: number }

/** Deeper lists are not indented further, so that a body never grows faster than its source. */
const indentMax = 16

const betweenCells = ' | '
/** A longer cell is empty in the next rows. */
const repeatedLengthMax = 60
/** How much longer a body may be because of merged cells. No real page has as many. */
const repeatedMax = 200_000

/**
 * Builds the plain body that all documents share from the events of any markup. Events may come in any order and number:
 * an unclosed block ends at the next one.
 */
export class BodyBuilder {
  readonly #blocks: Block[] = []
  readonly #lists: List[] = []
  readonly #tables: Table[] = []
  #listLines: string[] = []
  readonly #paragraph = new OpenParagraph()
  #level: number | null = null
  #headingImages = ''
  #cell: string | null = null
  #cellSize: CellSize = { rows: 1, columns: 1 }
  #repeatedLeft = repeatedMax

  /** Ends all open blocks and returns all blocks in order. */
  finish(): readonly Block[] {
    while (this.#tables.length > 0) this.closeTable()
    while (this.#lists.length > 0) this.closeList()
    this.endParagraph()
    return this.#blocks
  }

  /** Adds to the open paragraph; white space collapses into one blank, or into none in scripts without blanks. */
  text(value: string): void {
    this.#paragraph.text(value)
  }

  /** Raises the next text: a power is not part of its number, as in `2^31`. */
  raise(): void {
    this.#paragraph.raise()
  }

  /** Strikes out what follows, until `endStrike`. */
  strike(): void {
    this.#paragraph.strike()
  }

  endStrike(): void {
    this.#paragraph.endStrike()
  }

  /** Adds the alternative text of an image. Badges beside the words of a heading are not part of it. */
  image(alternative: string): void {
    if (this.#level === null) this.#paragraph.image(alternative)
    else this.#headingImages += `${alternative} `
  }

  lineBreak(): void {
    this.#paragraph.lineBreak()
  }

  endParagraph(): void {
    const paragraphs = this.#paragraph.take()
    if (paragraphs === '') return
    const level = this.#level
    if (this.#cell !== null) {
      this.#cell += (this.#cell === '' ? '' : ' ') + paragraphs.replace(/\n+/g, ' ')
      return
    }
    // A heading that was never closed must not swallow what follows.
    this.#level = null
    if (level !== null && this.#lists.length === 0)
      this.#blocks.push({ level, text: paragraphs.replace(/\n+/g, ' ') })
    else for (const paragraph of paragraphs.split(/\n{2,}/)) this.#addLines(paragraph.split('\n'))
  }

  openHeading(level: number): void {
    this.endParagraph()
    if (this.#cell !== null) this.#unfoldTable()
    this.#level = level
    this.#headingImages = ''
  }

  closeHeading(): void {
    this.endParagraph()
    // A heading with only images is text.
    const hasWords = this.#level === null
    this.#level = null
    if (!hasWords) this.text(this.#headingImages)
    this.endParagraph()
  }

  /** Adds a paragraph that keeps its lines and white space. */
  code(value: string): void {
    if (this.#cell !== null) return this.text(value)
    this.endParagraph()
    const lines = carriableText(value).split('\n')
    const [first, last] = [lines.findIndex(isVisible), lines.findLastIndex(isVisible)]
    if (first >= 0) this.#addLines(this.#paragraph.struckLines(lines.slice(first, last + 1)))
  }

  /** Opens a list whose items are numbered from a number, or not (null). */
  openList(first: number | null): void {
    this.endParagraph()
    const parent = this.#lists.at(-1)
    if (parent !== undefined) parent.marker = ''
    const outer = parent?.indent ?? ''
    this.#lists.push({ next: first, marker: '', outer, indent: outer })
  }

  openItem(): void {
    this.endParagraph()
    const list = this.#lists.at(-1)
    if (list === undefined) return
    list.marker = list.next === null ? '- ' : `${list.next}. `
    if (list.next !== null) list.next += 1
    list.indent =
      list.outer.length < indentMax ? list.outer + ' '.repeat(list.marker.length) : list.outer
  }

  closeList(): void {
    this.endParagraph()
    this.#lists.pop()
    if (this.#lists.length > 0) return
    this.#addText(this.#listLines)
    this.#listLines = []
  }

  /** Opens a table, or one that is only layout: its content becomes paragraphs. */
  openTable(isLayout = false): void {
    this.endParagraph()
    if (this.#cell !== null) this.#unfoldTable()
    this.#tables.push({
      rows: [],
      cells: [],
      column: 0,
      isLayout,
      hasRow: false,
      row: 0,
      merged: new Map(),
    })
  }

  /** Opens a cell, which may be merged with those below it. Its text is repeated in their rows. */
  openCell(size: CellSize = { rows: 1, columns: 1 }): void {
    this.closeCell()
    this.#cellSize = size
    if (this.#tables.at(-1)?.isLayout === false) this.#cell = ''
  }

  closeCell(): void {
    this.endParagraph()
    const table = this.#tables.at(-1)
    if (this.#cell !== null && table !== undefined) this.#addCell(table, this.#cell)
    this.#cell = null
  }

  openRow(): void {
    this.closeRow()
    const table = this.#tables.at(-1)
    if (table !== undefined) table.hasRow = true
  }

  closeRow(): void {
    this.closeCell()
    const table = this.#tables.at(-1)
    if (table === undefined) return
    const hasCells = table.cells.some(isVisible)
    if (hasCells) this.#addMerged(table)
    if (hasCells) table.rows.push(table.cells.join(betweenCells).trim())
    if (table.hasRow || hasCells) table.row += 1
    table.cells = []
    table.column = 0
    table.hasRow = false
  }

  /** Ends the head, the body or the foot of a table: no cell goes on beyond it. */
  endRows(): void {
    this.closeRow()
    this.#tables.at(-1)?.merged.clear()
  }

  closeTable(): void {
    this.closeRow()
    const table = this.#tables.pop()
    if (table !== undefined && table.rows.length > 0) this.#addLines(table.rows)
  }

  #addCell(table: Table, text: string): void {
    this.#addMerged(table)
    const { rows, columns } = this.#cellSize
    table.cells.push(text)
    if (rows > 1) {
      const repeated = text.length > repeatedLengthMax ? '' : text
      table.merged.set(table.column, { text: repeated, columns, lastRow: table.row + rows - 1 })
    }
    table.column += columns
  }

  /** Adds the cells of earlier rows that go on at this place. */
  #addMerged(table: Table): void {
    for (;;) {
      const cell = table.merged.get(table.column)
      if (cell === undefined || cell.lastRow < table.row) return
      this.#repeatedLeft -= cell.text.length + betweenCells.length
      if (this.#repeatedLeft < 0) return
      table.cells.push(cell.text)
      table.column += cell.columns
    }
  }

  /** A table with headings or tables in it is only layout: its content so far becomes paragraphs. */
  #unfoldTable(): void {
    const table = this.#tables.at(-1)
    if (table === undefined) return
    const texts = [...table.rows, ...table.cells, this.#cell ?? ''].filter(isVisible)
    this.#cell = null
    table.isLayout = true
    table.rows = []
    table.cells = []
    for (const text of texts) this.#addLines([text])
  }

  /** Adds lines to the open item, or as a block of their own. */
  #addLines(lines: readonly string[]): void {
    const list = this.#lists.at(-1)
    if (list === undefined) return this.#addText(lines)
    if (list.marker === '' && this.#listLines.length > 0) this.#listLines.push('')
    const first = list.marker === '' ? list.indent : list.outer + list.marker
    for (const [index, line] of lines.entries())
      this.#listLines.push(((index === 0 ? first : list.indent) + line).trimEnd())
    list.marker = ''
  }

  #addText(lines: readonly string[]): void {
    const text = lines.join('\n').trimEnd()
    if (text !== '') this.#blocks.push({ level: null, text: withoutHeadings(text) })
  }
}

const isVisible = (text: string): boolean => text.trim() !== ''

/** Usual headings of parts. They name the whole document only if no other heading names a part. */
const partNames =
  /^(?:about|api|contents?|description|examples?|features|getting started|install(?:ation|ing)?|introduction|overview|quick ?start|summary|synopsis|table of contents|usage)$/i

/**
 * The heading that names a document: the first one of level 1, unless it names one of several parts. In a document without
 * level 1, the heading at its start.
 */
export function mainHeading(blocks: readonly Block[]): string | null {
  const [beginning] = blocks
  const first = blocks.find(({ level }) => level === 1)
  if (first === undefined)
    return beginning !== undefined && beginning.level !== null ? beginning.text : null
  const isPart = (block: Block) =>
    block.level === 1 || (block.level !== null && partNames.test(block.text))
  return partNames.test(first.text) && blocks.some((block) => block !== first && isPart(block))
    ? null
    : first.text
}

/** The body of a document: its blocks between blank lines, without a first heading that only repeats the title. */
export function bodyOf(blocks: readonly Block[], title: string | null): string {
  // Not by an emoji above it.
  const at = blocks.findIndex(({ text }) => /[\p{L}\p{N}]/u.test(text))
  const first = blocks[at]
  const isRepeated = first !== undefined && first.level !== null && first.text === title
  const shown = isRepeated ? blocks.slice(at + 1) : blocks
  return shown
    .map(({ level, text }) => (level === null ? text : `${'#'.repeat(level)} ${text}`))
    .join('\n\n')
}
