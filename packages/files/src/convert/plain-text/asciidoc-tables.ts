/** A table with the attributes and the title above it. Its end has as many marks as its start. */
const table =
  /^(?<above>(?:(?:\[[^\n\]]{0,500}\]|\.[^\s.][^\n]{0,500})\n){0,5})(?<fence>\|={3,})[ \t]*\n(?<content>[^]*?)^\k<fence>[ \t]*$/gm
/** What begins a cell: how many columns it has or how often it is repeated, its alignment and its style. */
const cellStart =
  /(?:^|(?<=\s))(?:(?<count>\d{1,3})(?<kind>[*+]))?(?:\.\d{1,3}\+)?[<^>]?(?:\.[<^>])?[adehlmsv]?(?<!\\)\|/gm
/** Cells that go on in later rows have no place of their own there. */
const rowSpan = /(?:^|\s)(?:\d+)?\.\d+\+[^\s|]{0,4}\|/m
const columnsMax = 100

/** Replaces the tables of AsciiDoc by rows with ` | ` between cells. One whose rows are not clear stays as it is written. */
export const withReadableTables = (text: string): string =>
  text.includes('|===')
    ? text.replaceAll(table, (written: string, ...rest: readonly unknown[]) => {
        const { above = '', content = '' } = rest.at(-1) as { readonly [name: string]: string } // Its named groups.
        const rows = rowSpan.test(content) ? [] : rowsOf(content, columnsIn(above, content))
        if (rows.length === 0) return written
        const title = /^\.(.*)$/m.exec(above)?.[1]
        return [...(title === undefined ? [] : [title, '']), ...rows].join('\n')
      })
    : text

/** The number of columns, as the attributes say, or else as the first line with cells has. */
function columnsIn(above: string, content: string): number {
  const stated = /\bcols="?(?<list>[^"\]]*)/.exec(above)?.groups?.['list']
  if (stated === undefined) {
    const first = content.split('\n').find((line) => line.includes('|')) ?? ''
    return cellsOf(first).length
  }
  return stated
    .split(/[,;]/)
    .reduce(
      (sum, column) => sum + Number(/^\s*(?<count>\d{1,3})\*/.exec(column)?.groups?.['count'] ?? 1),
      0,
    )
}

function rowsOf(content: string, columns: number): readonly string[] {
  const cells = cellsOf(content)
  if (columns < 1 || columns > columnsMax) return []
  const rows: string[] = []
  for (let at = 0; at < cells.length; at += columns)
    rows.push(
      cells
        .slice(at, at + columns)
        .join(' | ')
        .trim(),
    )
  return rows
}

function cellsOf(content: string): readonly string[] {
  const starts = [...content.matchAll(cellStart)]
  return starts.flatMap(({ 0: mark, index, groups }, place) => {
    const end = starts[place + 1]?.index ?? content.length
    const text = content
      .slice(index + mark.length, end)
      .replaceAll('\\|', '|')
      .replace(/\s+/g, ' ')
      .trim()
    const count = Math.min(Number(groups?.['count'] ?? 1), columnsMax)
    return Array.from({ length: count }, (_, copy) =>
      copy === 0 || groups?.['kind'] === '*' ? text : '',
    )
  })
}
