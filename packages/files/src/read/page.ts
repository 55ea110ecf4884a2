import { hash } from 'node:crypto'
import { convertTexts, type Text } from '../convert/convert-texts.ts'
import type { Converted } from '../convert/converted.ts'
import { titleFromName } from '../convert/readable-text.ts'
import { converterVersion } from './converter-version.ts'
import { decodeText } from './decode-text.ts'
import type { FolderOptions, ReadItem } from './read-item.ts'
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

type PageFile = {
  readonly name: string
  readonly format: Text['format']
  readonly content: Uint8Array
  readonly modifiedAt: Date
  readonly options: FolderOptions
}

/** A page of these contents. */
export function pageOf(
  { name, format }: FoundFile & { readonly format: Text['format'] },
  content: Uint8Array,
  modifiedAt: Date,
  options: FolderOptions,
): Pick<Page, 'source' | 'externalId' | 'fingerprint' | 'file'> {
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

/**
 * Converts pages into documents, one item per page, in order. Pages share a deadline; one that is too expensive to convert
 * delays the others only for its own limit, and its text is kept as it is written.
 */
export function convertPages(pages: readonly Page[]): readonly ReadItem[] {
  const decoded = pages.map(({ file }) => decodeText(file.content))
  const texts = pages.flatMap(
    ({ file: { format } }, index): readonly (Text & { index: number })[] => {
      const { text } = { text: '', ...decoded[index] }
      return text.trim() === '' ? [] : [{ text, format, index }]
    },
  )
  const converted = new Map(
    convertTexts(texts).map((result, place) => [texts[place]!.index, result]),
  )
  return pages.map((page, index): ReadItem => {
    const { position, bytes } = page
    const result = converted.get(index)
    if (result !== undefined)
      return { kind: 'document', position, bytes, document: documentOf(page, result) }
    const { fault } = { fault: null, ...decoded[index] }
    return fault === null
      ? { kind: 'skipped', position, bytes, reason: 'empty' }
      : { kind: 'failed', position, bytes, reason: fault }
  })
}

function documentOf({ source, externalId, fingerprint, file }: Page, converted: Converted) {
  const { name, options, modifiedAt } = file
  return {
    source,
    externalId,
    title: converted.title ?? titleFromName(name, source),
    url: converted.url ?? urlOf(name, options.urlBase),
    body: converted.body,
    allowed: options.allowed,
    updatedAt: converted.updatedAt ?? modifiedAt,
    // What was cut may be converted the next time.
    fingerprint: converted.isCut ? null : fingerprint,
  }
}

function urlOf(name: string, base: string | null): string | null {
  if (base === null) return null
  const path = name.toWellFormed().split('/').map(encodeURIComponent).join('/')
  return base.endsWith('/') ? base + path : `${base}/${path}`
}
