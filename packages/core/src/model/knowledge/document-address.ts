import type { DocumentId } from './document.ts'

/** Whether a browser may open it. `file:` names a place on the server, which is nobody else's business. */
export const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url)

/**
 * The address of a document in results: its own where it has one on the web, otherwise a name (RFC 9562) that stays the
 * same as long as the document is imported under the same source and external id.
 */
export const documentAddress = (id: DocumentId, url: string | null): string =>
  url !== null && isWebAddress(url) ? url : `urn:uuid:${id}`
