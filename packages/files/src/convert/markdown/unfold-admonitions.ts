const mark = /^(?<indent> *)(?:!!!|\?\?\?\+?) ?[\w-]+(?: +inline)?(?: +end)?(?: +(?<title>\S.*)?)?$/
const tab = /^(?<indent> *)===[+!]? +(?<title>".*")/
const fenceMark = /^ *(?<fence>`{3,}(?![^`]*`)|~{3,})/
const contentIndent = 4

/**
 * Turns the admonitions (`!!! note "Title"`, `??? tip`) and tabs (`=== "Title"`) of MkDocs into plain Markdown: a paragraph
 * with the title, and the content without its indentation, which would make it code.
 */
export function unfoldAdmonitions(markdown: string): string {
  if (!/^ *(?:!!!|\?\?\?|===[+!]? ")/m.test(markdown)) return markdown
  const lines = markdown.split('\n')
  /** The indentation of the open admonitions and tabs. */
  const open: number[] = []
  let fence = ''
  return lines
    .map((line, index) => {
      if (line.trim() === '') return line
      const indent = indentOf(line)
      for (
        let last = open.at(-1);
        last !== undefined && indent < last + contentIndent;
        last = open.at(-1)
      ) {
        open.pop()
        fence = ''
      }
      const shown = open.length === 0 ? line : withoutIndent(line, open.length * contentIndent)
      const fenced = fenceMark.exec(line)?.groups?.['fence']
      if (fenced !== undefined)
        fence = fence === '' ? fenced : fenced.startsWith(fence) ? '' : fence
      if (fence !== '' || fenced !== undefined) return shown
      const { title = '', indent: outer } = (mark.exec(line) ?? tab.exec(line))?.groups ?? {}
      const quoted = /^"(.*)"/.exec(title)?.[1]
      if (
        outer === undefined ||
        (quoted === undefined && !isFollowedByContent(lines, index, outer.length))
      )
        return shown
      open.push(outer.length)
      return `\n${/^ */.exec(shown)?.[0] ?? ''}${(quoted ?? title).trimEnd()}\n`
    })
    .join('\n')
}

function isFollowedByContent(lines: readonly string[], index: number, indent: number): boolean {
  let next = index + 1
  while (lines[next]?.trim() === '') next += 1
  return indentOf(lines[next] ?? '') >= indent + contentIndent
}

const indentOf = (line: string): number =>
  (/^[ \t]*/.exec(line)?.[0] ?? '').replaceAll('\t', '    ').length

const withoutIndent = (line: string, count: number): string =>
  line.replace(/^[ \t]*/, (blanks) => blanks.replaceAll('\t', '    ').slice(count))
