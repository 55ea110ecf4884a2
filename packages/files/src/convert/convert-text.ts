import type { Format } from '../read/format.ts'
import { convertHtml } from './html/convert-html.ts'
import { convertMarkdown } from './markdown/convert-markdown.ts'
import { convertPlainText } from './plain-text/convert-plain-text.ts'
import { convertTable } from './office/convert-table.ts'
import type { Converted } from './converted.ts'

/** What a file that is one document may be. */
export type DocumentFormat = Exclude<Format, 'json lines'>
/** What a text may be written in. */
export type TextFormat = Exclude<DocumentFormat, 'email' | 'word' | 'pdf'>

/** Converts a text. Takes time in proportion to its length, and never throws. */
export function convertText(text: string, format: TextFormat): Converted {
  if (format === 'markdown') return convertMarkdown(text)
  if (format === 'table') return convertTable(text)
  return format === 'html' ? convertHtml(text) : convertPlainText(text)
}
