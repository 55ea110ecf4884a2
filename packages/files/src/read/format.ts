import { extname } from 'node:path'

/** How a file is read. */
export type Format =
  | 'markdown'
  | 'html'
  | 'plain text'
  | 'table'
  | 'email'
  | 'word'
  | 'pdf'
  | 'json lines'

/** The formats of documents, for messages. */
export const formatNames = 'Markdown, HTML, plain text, CSV, email, Word or PDF'

const formats = new Map<string, Format>([
  ['.md', 'markdown'],
  ['.markdown', 'markdown'],
  ['.mdx', 'markdown'],
  ['.html', 'html'],
  ['.htm', 'html'],
  ['.txt', 'plain text'],
  ['.text', 'plain text'],
  ['.rst', 'plain text'],
  ['.adoc', 'plain text'],
  ['.csv', 'table'],
  ['.tsv', 'table'],
  ['.eml', 'email'],
  ['.docx', 'word'],
  ['.pdf', 'pdf'],
  ['.jsonl', 'json lines'],
  ['.ndjson', 'json lines'],
])

/** How a file of this name is read, or why it is not. */
export function formatOf(name: string): { readonly format: Format } | { readonly reason: string } {
  const extension = extname(name).toLowerCase()
  const format = formats.get(extension)
  return format === undefined
    ? { reason: `not ${formatNames} (${extension || 'no extension'})` }
    : { format }
}
