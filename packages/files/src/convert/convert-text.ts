import type { Format } from '../read/format.ts'
import { convertHtml } from './convert-html.ts'
import { convertMarkdown } from './convert-markdown.ts'
import { convertPlainText } from './convert-plain-text.ts'
import type { Converted } from './converted.ts'

/** What a text may be written in. */
export type TextFormat = Exclude<Format, 'json lines'>

/** Converts a text. Takes time in proportion to its length, and never throws. */
export function convertText(text: string, format: TextFormat): Converted {
  if (format === 'markdown') return convertMarkdown(text)
  return format === 'html' ? convertHtml(text) : convertPlainText(text)
}
