import mammoth from 'mammoth'
import { convertHtml } from '../html/convert-html.ts'
import type { Converted } from '../converted.ts'
import { hiddenWordText } from './hidden-word-text.ts'
import { dateOf } from '../stated-date.ts'
import { agreedPermissions } from '../stated-permissions.ts'
import { permissionsOfTable } from '../table-permissions.ts'
import { unpackWord, type WordFault } from './unpack-word.ts'

/** Headings and lists are read without these. A table of contents repeats the headings. */
const styles = [
  "p[style-name='Title'] => p.MsoTitle:fresh",
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((level) => [
    `p[style-name='toc ${level}'] => !`,
    `p[style-name='TOC ${level}'] => !`,
  ]),
  "p[style-name='TOC Heading'] => !",
  'strike => del',
]

/**
 * Converts a document of Word (`.docx`) as its readers see it: without comments, deleted or hidden text, and the heads
 * and feet of pages. Its date is when it was last saved. Or says why it cannot be read.
 */
export async function convertWord(content: Uint8Array): Promise<Converted | WordFault> {
  const unpacked = unpackWord(content)
  if (typeof unpacked === 'string') return unpacked
  const html = await htmlOf(unpacked.parts)
  if (html === null) return 'damaged'
  const { title, url, allowed, body } = convertHtml(html)
  return {
    title,
    url,
    updatedAt: dateOf(unpacked.modified),
    allowed: agreedPermissions([
      allowed ?? permissionsIn(body),
      ...[title ?? '', ...unpacked.hidden.map(hiddenWordText)].map(permissionsIn),
    ]),
    body,
  }
}

/** Of lines, and of tables, in which a cell may be the name of the next one. */
const permissionsIn = (text: string) =>
  permissionsOfTable(text.split('\n').map((line) => line.split(' | ')))

/** Null if the document is damaged. */
async function htmlOf(parts: Uint8Array): Promise<string | null> {
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer: Buffer.from(parts) },
      {
        styleMap: styles,
        includeEmbeddedStyleMap: false,
        externalFileAccess: false,
        convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      },
    )
    return value
  } catch {
    return null
  }
}
