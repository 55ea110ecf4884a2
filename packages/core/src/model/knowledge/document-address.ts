import type { DocumentId } from './document.ts'

/** Whether a browser may open it. A `file:` URL would reveal a path on the server. */
export const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url)

/**
 * Whether paths can be appended to an address: an absolute web address without query, fragment, name or password.
 */
export function isFolderAddress(text: string): boolean {
  if (!isWebAddress(text) || /[?#]/.test(text)) return false
  const url = URL.parse(text)
  return url !== null && url.username === '' && url.password === ''
}

/**
 * The address of a document in results: its web address, otherwise a URN (RFC 9562) that stays the
 * same while the document keeps its source and external id.
 */
export const documentAddress = (id: DocumentId, url: string | null): string =>
  url !== null && isWebAddress(url) ? url : `urn:uuid:${id}`
