/** Longer rows are not repeated. */
const columnsLengthMax = 200

/** What a row of a table has between its cells, or at its start. */
const mark = /(?:^| )\|/
/** What Markdown has below the names, also without blanks. */
const rule = /^[-:| ]*-\|[-:| ]*$/

/** A number, an email address or a link. */
const isValue = (cell: string): boolean => !/^[\p{L}"'([#*_]/u.test(cell) || /@|:\/\//.test(cell)

/**
 * The names of the columns of a table whose rows are lines with ` | ` between cells; null for any other paragraph. A first
 * row names none if it has a value, such as a number or an address, or a cell that a later row has in the same column.
 */
export function tableColumns(paragraph: string): string | null {
  const end = paragraph.indexOf('\n')
  if (end < 0 || end > columnsLengthMax) return null
  const first = paragraph.slice(0, end).trim()
  const [below = '', ...later] = paragraph.slice(end + 1).split('\n')
  const second = below.slice(0, columnsLengthMax)
  const isTable = rule.test(second) ? first.includes('|') : mark.test(first) && mark.test(second)
  if (!isTable) return null
  const cells = cellsOf(first)
  const named = cells.filter((cell) => cell !== '')
  if (named.length === 0 || named.some(isValue)) return null
  // Not the second row: names may be on two. They may also be repeated as a whole.
  return later.some((row) => row.trim() !== first && hasOneOf(cells, row.trim()))
    ? null
    : cells.join(' | ').trim()
}

const cellsOf = (row: string): readonly string[] =>
  row
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim())

/** Whether a row has one of these cells in the same column. */
const hasOneOf = (cells: readonly string[], row: string): boolean =>
  cellsOf(row).some((cell, column) => cell !== '' && cell === cells[column])
