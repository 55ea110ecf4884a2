import { hash } from 'node:crypto'
import { convertEmail } from '../convert/office/convert-email.ts'
import { convertText, type DocumentFormat, type TextFormat } from '../convert/convert-text.ts'
import type { PdfFault } from '../convert/pdf/open-pdf.ts'
import type { WordFault } from '../convert/office/unpack-word.ts'
import type { Converted } from '../convert/converted.ts'
import { titleFromName } from '../convert/readable-text.ts'
import { converterVersion } from './converter-version.ts'
import { decodeText } from './decode-text.ts'
import type { FolderOptions, ReadDocument, ReadItem } from './read-item.ts'
import type { FoundFile } from './walk-folder.ts'

/** A file that is one document, read but not yet converted. */
export type Page = {
  readonly kind: 'page'
  readonly position: string
  readonly bytes: number
  readonly source: string
  readonly externalId: string
  /** Changes with anything that its document is made from: content, name, date, options and the version of the converter. */
  readonly fingerprint: string
  readonly file: PageFile
}

/** A page whose file is text, which is converted without waiting. */
export type TextPage = Page & { readonly file: TextFile }

export const isTextPage = (page: Page): page is TextPage => isTextFile(page.file)

type PageFile = {
  readonly name: string
  readonly format: DocumentFormat
  readonly content: Uint8Array
  readonly modifiedAt: Date
  readonly options: FolderOptions
}
type TextFile = PageFile & { readonly format: TextFormat }

const isTextFile = (file: PageFile): file is TextFile =>
  file.format !== 'email' && file.format !== 'word' && file.format !== 'pdf'

/** A page of these contents. */
export function pageOf(
  { name, format }: Pick<FoundFile, 'name'> & { readonly format: DocumentFormat },
  content: Uint8Array,
  modifiedAt: Date,
  options: FolderOptions,
): PageContent {
  const { source, allowed, urlBase } = options
  const conditions = [
    converterVersion,
    format,
    name,
    modifiedAt.getTime(),
    source,
    allowed,
    urlBase,
  ]
  return {
    source,
    externalId: name.normalize('NFC'),
    // A digest of fixed length comes first, so that no content can look like conditions.
    fingerprint: hash(
      'sha256',
      hash('sha256', content, 'hex') + JSON.stringify(conditions),
      'base64url',
    ),
    file: { name, format, content, modifiedAt, options },
  }
}

/** Converts a page into a document. */
export const convertPage = async (page: Page): Promise<ReadItem> =>
  itemOf(page, await convertContent(page))

/** Converts a page into a document, at once. */
export const convertTextPage = (page: TextPage): ReadItem =>
  itemOf(page, documentOf(page, convertTextFile(page.file)))

function itemOf({ position, bytes }: Page, converted: ReadDocument | ContentFault): ReadItem {
  if (!('reason' in converted)) return { kind: 'document', position, bytes, document: converted }
  const { fault, reason } = converted
  return { kind: fault === 'empty' ? 'skipped' : 'failed', position, bytes, reason }
}

/** Why the content of a file is no document, for programs and in words. */
export type ContentFault = {
  readonly fault:
    | 'binary'
    | 'damaged'
    | 'encoding'
    | 'empty'
    | 'no_text'
    | 'other_permissions'
    | 'too_large'
  readonly reason: string
}

/** What a page needs to become a document. */
export type PageContent = Pick<Page, 'source' | 'externalId' | 'fingerprint' | 'file'>

/** The document of a page, or why it has none. */
export async function convertContent(page: PageContent): Promise<ReadDocument | ContentFault> {
  return documentOf(page, await convertFile(page.file))
}

async function convertFile(file: PageFile): Promise<Converted | ContentFault> {
  if (isTextFile(file)) return convertTextFile(file)
  if (file.content.length === 0) return empty
  if (file.format === 'email') return (await convertEmail(file.content)) ?? noEmail
  // Their parsers take longer to load than all the others together.
  if (file.format === 'pdf') {
    const { convertPdf } = await import('../convert/pdf/convert-pdf.ts')
    const converted = await convertPdf(file.content)
    return typeof converted === 'string' ? pdfFaults[converted] : converted
  }
  const { convertWord } = await import('../convert/office/convert-word.ts')
  const converted = await convertWord(file.content)
  return typeof converted === 'string' ? wordFaults[converted] : converted
}

function convertTextFile({ format, content }: TextFile): Converted | ContentFault {
  if (content.length === 0) return empty
  const decoded = decodeText(content, format)
  if ('fault' in decoded) return decoded
  return decoded.text.trim() === '' ? empty : convertText(decoded.text, format)
}

const empty: ContentFault = { fault: 'empty', reason: 'empty' }
const noEmail: ContentFault = {
  fault: 'damaged',
  reason:
    'not an email that can be read: it has neither a sender nor a subject, or too many parts or fields',
}
const wordFaults: { readonly [fault in WordFault]: ContentFault } = {
  damaged: {
    fault: 'damaged',
    reason:
      'not a Word document that can be read: it is damaged, protected, or of an old version of Word. Save it as .docx without a password',
  },
  too_large: { fault: 'too_large', reason: 'its text takes more than 32 MiB unpacked: divide it' },
}
const pdfFaults: { readonly [fault in PdfFault]: ContentFault } = {
  damaged: { fault: 'damaged', reason: 'not a PDF that can be read: it is damaged. Save it again' },
  locked: {
    fault: 'damaged',
    reason: 'a PDF that opens only with a password: save it without one',
  },
  no_text: {
    fault: 'no_text',
    reason:
      'a PDF without text, such as pages from a scanner: recognize the text (OCR) and save it again',
  },
  unreadable: {
    fault: 'no_text',
    reason:
      'a PDF whose fonts do not say which letters they show: save it again with another program, or recognize the text (OCR)',
  },
}

/** Published to others than its author meant, it would be a leak. */
const otherPermissions: ContentFault = {
  fault: 'other_permissions',
  reason:
    'its front matter has another "allowed" than this import, or one that is not readable: remove that, or import the file with these permissions',
}

function documentOf(
  { source, externalId, fingerprint, file }: PageContent,
  converted: Converted | ContentFault,
): ReadDocument | ContentFault {
  if ('fault' in converted) return converted
  const { name, options, modifiedAt } = file
  if (hasOtherPermissions(converted, options)) return otherPermissions
  return {
    source,
    externalId,
    title: converted.title ?? titleFromName(name, source),
    url: converted.url ?? urlOf(name, options.urlBase),
    body: converted.body,
    allowed: options.allowed,
    updatedAt: converted.updatedAt ?? modifiedAt,
    fingerprint,
  }
}

const hasOtherPermissions = ({ allowed: stated }: Converted, { allowed }: FolderOptions): boolean =>
  new Set(stated ?? allowed).symmetricDifference(new Set(allowed)).size > 0

function urlOf(name: string, base: string | null): string | null {
  if (base === null) return null
  const path = name.toWellFormed().split('/').map(encodeURIComponent).join('/')
  return base.endsWith('/') ? base + path : `${base}/${path}`
}
