/** Longer rows are not repeated. */
const columnsLengthMax = 200

/** What a row of a table has between its cells, or at its start. */
const mark = /(?:^| )\|/

const isValue = (cell: string): boolean => !/^[\p{L}"'([#*_]/u.test(cell)

/**
 * The names of the columns of a table whose rows are lines with ` | ` between cells; null for any other paragraph. A first
 * row with a value, such as a number, names none.
 */
export function tableColumns(paragraph: string): string | null {
  const end = paragraph.indexOf('\n')
  if (end < 0 || end > columnsLengthMax) return null
  const second = paragraph.slice(end + 1, end + 1 + columnsLengthMax).split('\n', 1)[0]!
  const first = paragraph.slice(0, end).trim()
  if (!mark.test(first) || !mark.test(second)) return null
  const cells = first
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim())
  const named = cells.filter((cell) => cell !== '')
  return named.length === 0 || named.some(isValue) ? null : cells.join(' | ').trim()
}
