import type { Converted } from './converted.ts'
import { splitFrontMatter } from './front-matter.ts'
import { carriableText, titleText, withoutHeadings } from './readable-text.ts'

const titleLengthMax = 120

/** Keeps plain text as it is, with its front matter. The title is the first line with a word, unless it is as long as a paragraph. */
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
    .split('\n\n')
    .map(withoutHeadings)
    .join('\n\n')
  const { allowed } = splitFrontMatter(text).fields
  return { title, url: null, updatedAt: null, allowed, body }
}
