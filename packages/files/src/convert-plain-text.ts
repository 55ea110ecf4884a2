import type { Converted } from './converted.ts'
import { carriableText, titleText } from './readable-text.ts'

const titleLengthMax = 120

/** Keeps plain text as it is; its first line with a word in it is its title unless that line is a paragraph. */
export function convertPlainText(text: string): Converted {
  const lines = carriableText(text)
    .split('\n')
    .map((line) => line.trimEnd())
  // Marks of a heading in AsciiDoc and the like are no part of the title.
  const first = titleText(lines.find((line) => /[\p{L}\p{N}]/u.test(line))?.replace(/^[=#*\s]+\s/, '') ?? '')
  const title = first !== null && first.length <= titleLengthMax ? first : null
  const body = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd()
  return { title, url: null, updatedAt: null, body }
}
