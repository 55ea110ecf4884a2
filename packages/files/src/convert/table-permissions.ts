import { splitFrontMatter } from './markdown/front-matter.ts'
import { agreedPermissions, isAllowed, permissionsInText, principal } from './stated-permissions.ts'

/**
 * The permissions that a table states: in its rows as in lines of text, or in cells beside or below one that is called
 * `allowed`. Unreadable if cells differ, because a document has the same permissions for all of its rows.
 */
export function permissionsOfTable(
  records: readonly (readonly string[])[],
): readonly string[] | null {
  // Spreadsheets fill each row up with empty cells.
  const lines = records.map((record) => record.filter((cell) => cell.trim() !== '').join(', '))
  const text = lines.join('\n')
  // Most tables name no one, so that their cells need not be read.
  const cells = /(?:role|group|user):/i.test(text) ? [...statedInCells(records)] : []
  return agreedPermissions([
    splitFrontMatter(text).fields.allowed,
    ...cells.map((cell) => permissionsInText(cell)),
  ])
}

function statedInCells(records: readonly (readonly string[])[]): ReadonlySet<string> {
  const stated = new Set<string>()
  const named = new Set<number>()
  for (const record of records) {
    let isNamed = false
    for (const [column, cell] of cellsOf(record).entries()) {
      const names = principal.test(cell)
      if (names && (isNamed || named.has(column))) stated.add(`allowed: ${cell.trim()}`)
      // In the first column it is the start of a line.
      else if (names && column > 0) stated.add(cell.trim())
      if (isAllowed(cell)) named.add(column)
      isNamed = isAllowed(cell) || (isNamed && (names || cell.trim() === ''))
    }
  }
  return stated
}

/** A row of one cell may have been divided by another delimiter than the table, as below a line that has none. */
const cellsOf = (record: readonly string[]): readonly string[] =>
  record.length > 1
    ? record
    : record.flatMap((cell) => cell.split(/[\t;,|]/)).map((cell) => cell.replaceAll('"', ''))
