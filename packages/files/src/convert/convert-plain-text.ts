import type { Converted } from './converted.ts'
import { splitFrontMatter } from './front-matter.ts'
import { carriableText, titleText, withoutHeadings } from './readable-text.ts'

const titleLengthMax = 120

/**
 * Between the parts of a word that is divided at the end of a line, as in the text of a PDF. The hyphen stays, because the
 * word may have one. A word such as "short-" before "and long-term" is not divided.
 */
const dividedWord =
  /(?<=\p{Ll})-\n[ \t]*(?=\p{Ll})(?!(?:and|bis|bzw|et|o|oder|or|ou|sowie|to|und|y)(?!\p{L}))/gu

/** Keeps the lines of plain text, with its front matter. The title is the first line with a word, unless it is as long as a paragraph. */
export function convertPlainText(text: string): Converted {
  const lines = carriableText(text)
    .split('\n')
    .map((line) => line.trimEnd())
  // Without the markers of a heading, as in AsciiDoc.
  const first = titleText(
    lines.find((line) => /[\p{L}\p{N}]/u.test(line))?.replace(/^[=#*\s]+\s/, '') ?? '',
  )
  const title = first !== null && first.length <= titleLengthMax ? first : null
  const body = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd()
    .replaceAll(dividedWord, '-')
    .split('\n\n')
    .map(withoutHeadings)
    .join('\n\n')
  const { allowed } = splitFrontMatter(text).fields
  return { title, url: null, updatedAt: null, allowed, body }
}
