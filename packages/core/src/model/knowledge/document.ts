import { parsePrincipal, type Principal } from './principal.ts'

declare const documentIdBrand: unique symbol
declare const sourceBrand: unique symbol

/** UUID version 7. Stays the same while (source, external id) stays the same. */
export type DocumentId = string & { readonly [documentIdBrand]: true }

/** The kind of place a document comes from, such as `wiki` or `ticket`. Shown in results. */
export type Source = string & { readonly [sourceBrand]: true }

/** A document as its source knows it, identified by `(source, externalId)`. */
export type Document = {
  readonly source: Source
  readonly externalId: string
  readonly title: string
  /** Its web address; null if it has none. */
  readonly url: string | null
  /** Plain text. A line that starts with `#` marks is a heading; a blank line ends a paragraph. */
  readonly body: string
  /** The access-control list. To all other people the document does not exist. */
  readonly allowed: readonly Principal[]
  readonly updatedAt: Date | null
  /** See `fingerprintPattern`; null if the document is to be imported in full each time. */
  readonly fingerprint: string | null
}

/** A document as a caller submits it. */
export type DocumentInput = {
  readonly [Field in Exclude<keyof Document, 'fingerprint'>]: Document[Field] extends Date | null
    ? Date | null
    : Loose<Document[Field]>
} & { readonly fingerprint?: string | null }
type Loose<Value> = Value extends null
  ? null
  : Value extends readonly string[]
    ? readonly string[]
    : string

/** The fault of one field. */
export type DocumentFault = { readonly field: keyof Document; readonly detail: string }

export const sourceLengthMax = 63
export const externalIdLengthMax = 512
export const titleLengthMax = 500
export const urlLengthMax = 2048
export const bodyLengthMax = 2_000_000
export const principalsPerDocumentMax = 100

/**
 * SHA-256 in base64url of everything that a document is made from: two documents of the same identity and fingerprint are
 * equal in every field.
 */
export const fingerprintPattern = /^[\w-]{43}$/

const sourcePattern = /^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?$/

/** Parses the name of a source strictly; null if it is invalid. */
export const parseSource = (input: string): Source | null =>
  sourcePattern.test(input) ? (input as Source) : null

// Only http and https: a link must not carry a script, and a path on the server is useless to
// readers.
const urlPattern = /^https?:\/\/[^\s\p{Cc}/?#@]+(?:[/?#][^\s\p{Cc}]*)?$/iu

/** Whether a document can have this address: an absolute http or https URL without user name or password. */
export const isDocumentUrl = (text: string): boolean =>
  text.length <= urlLengthMax && urlPattern.test(text)

/** Text that every store and reader can hold: no NUL, no lone surrogate. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')

/** A date that every store and reader can write: in UTC, the years 1 to 9999. */
export const isDocumentDate = (date: Date): boolean =>
  date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9_999

/** Parses a document strictly. Returns the document, or all its faults. */
export function parseDocument(input: DocumentInput): Document | readonly DocumentFault[] {
  const faults: DocumentFault[] = []
  const refuse = (field: keyof Document, detail: string) => void faults.push({ field, detail })
  const text = (
    field: 'externalId' | 'title' | 'url' | 'body',
    lengthMin: number,
    lengthMax: number,
  ) => {
    const value = input[field] ?? ''
    if (value.length < lengthMin || value.length > lengthMax)
      refuse(field, `must have ${lengthMin} to ${lengthMax} characters`)
    else if (!isStorable(value)) refuse(field, 'must not contain NUL characters or lone surrogates')
    else if (lengthMin > 0 && value.trim() === '') refuse(field, 'must not be blank')
  }

  const source = parseSource(input.source)
  if (source === null)
    refuse('source', `must be lower-case letters, digits, "-" and "_", at most ${sourceLengthMax}`)
  text('externalId', 1, externalIdLengthMax)
  text('title', 1, titleLengthMax)
  if (input.url !== null) {
    text('url', 1, urlLengthMax)
    if (input.url.length <= urlLengthMax && !isDocumentUrl(input.url))
      refuse(
        'url',
        'must be an absolute http or https URL without user name or password; omit it if there is none',
      )
  }
  text('body', 0, bodyLengthMax)

  const allowed = [...new Set(input.allowed)].toSorted()
  if (allowed.length < 1 || allowed.length > principalsPerDocumentMax) {
    refuse('allowed', `must name 1 to ${principalsPerDocumentMax} principals`)
  } else if (allowed.some((principal) => parsePrincipal(principal) === null)) {
    refuse(
      'allowed',
      'must be "everyone", "role:Owner|Admin|Member", "group:<slug>" or "user:<id>"',
    )
  }
  if (input.updatedAt !== null && !isDocumentDate(input.updatedAt))
    refuse('updatedAt', 'must be a date in the years 1 to 9999')

  const { fingerprint = null } = input
  if (fingerprint !== null && !fingerprintPattern.test(fingerprint))
    refuse('fingerprint', 'must be SHA-256 in base64url')

  if (faults.length > 0 || source === null) return faults
  return { ...input, source, allowed: allowed as Principal[], fingerprint }
}
