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
  if (!snippet.includes(betweenCells)) return null
  const row = snippet
    .replace(/^… /, '')
    .split(' · ')
    .find((part) => part.includes(betweenCells))!
    .replace(/ …$/, '')
  const table = body.split(/\n{2,}/).find((paragraph) => onOneLine(paragraph).includes(row))
  const ofPart = heading.slice(heading.lastIndexOf(joint) + 1).replace(/^› /, '')
  const columns =
    (table === undefined ? null : tableColumns(table)) ??
    (ofPart.includes(betweenCells) ? ofPart : null)
  return columns === null || snippet.includes(columns) ? null : columns
}

const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')
