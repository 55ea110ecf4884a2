import { extname } from 'node:path'

/** How a file is read. */
export type Format = 'markdown' | 'html' | 'plain text' | 'json lines'

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
  ['.jsonl', 'json lines'],
  ['.ndjson', 'json lines'],
])

/** How a file of this name is read, or why it is not. */
export function formatOf(name: string): { readonly format: Format } | { readonly reason: string } {
  const extension = extname(name).toLowerCase()
  const format = formats.get(extension)
  return format === undefined
    ? { reason: `not Markdown, HTML or plain text (${extension || 'no extension'})` }
    : { format }
}
