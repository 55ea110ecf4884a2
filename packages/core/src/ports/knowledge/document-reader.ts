import type { Document, DocumentId } from '../../model/knowledge/document.ts'
import type { Visibility } from './search-index.ts'

/** A document as its readers see it. */
export type VisibleDocument = Pick<Document, 'title' | 'source' | 'body' | 'updatedAt'> & {
  readonly id: DocumentId
  /** See `documentAddress`. */
  readonly url: string
  /** Short. Two reads of a document have the same version if and only if they are equal. */
  readonly version: string
}

/** Reads whole documents. */
export interface DocumentReader {
  /**
   * The document if it is visible, before or after a replacement, never in between. Null for all
   * others, with the same statement for every reason. A changed access-control list applies to the
   * next call. Takes one round trip.
   */
  findVisible(id: DocumentId, visibility: Visibility): Promise<VisibleDocument | null>
}
