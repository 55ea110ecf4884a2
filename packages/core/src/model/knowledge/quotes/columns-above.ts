import { tableColumns } from '../table-columns.ts'

const betweenCells = ' | '
/** After the heading above, if the names of the columns belong to a part of a table. */
const joint = ' › '

/**
 * The names of the columns of the table that a snippet quotes rows of, if it does not show them: without them, cells say
 * nothing. Null for any other snippet.
 */
export function columnsAbove(
  snippet: string,
  { heading, body }: { readonly heading: string; readonly body: string },
): string | null {
  const rows = snippet
    .replace(/^… /, '')
    .replace(/ …$/, '')
    .split(' · ')
    .filter((part) => part.includes(betweenCells))
  const tables = rows.length === 0 ? [] : body.split(/\n{2,}/).filter(isTable)
  const ofPart = heading.slice(heading.lastIndexOf(joint) + 1).replace(/^› /, '')
  // The first row of a snippet may begin in its middle, and text may follow the last one.
  for (const row of rows) {
    const table = tables.find((paragraph) => onOneLine(paragraph).includes(row))
    // A part of a table begins with any of its rows.
    const candidates = [
      table === undefined || table === tables[0] ? ofPart : '',
      table === undefined ? '' : (tableColumns(table) ?? ''),
    ]
    const columns = candidates.find((names) => isTable(names) && cellsIn(names) === cellsIn(row))
    if (columns !== undefined) return snippet.includes(columns) ? null : columns
  }
  return null
}

const isTable = (text: string): boolean => text.includes(betweenCells)
const cellsIn = (row: string): number => row.split('|').length
const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')
