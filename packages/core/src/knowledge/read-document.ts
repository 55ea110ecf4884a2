import type { AccountId } from '../model/accounts/account.ts'
import { textPage, type TextPage } from '../model/knowledge/document-page.ts'
import type { DocumentId } from '../model/knowledge/document.ts'
import type {
  DocumentChanged,
  DocumentNotFound,
  SearchesTooMany,
  SearchTimedOut,
} from '../model/knowledge/knowledge-errors.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { Ports, VisibleDocument, Visibility } from '../ports/index.ts'
import { withinSearchLimits } from './within-search-limits.ts'

export type ReadDocument = {
  /** The person who reads. */
  readonly userId: AccountId
  readonly visibility: Visibility
  readonly documentId: DocumentId
  /** Where the page begins, in UTF-16 code units. */
  readonly offset?: number | undefined
  /** The version that earlier pages are of: no other version is read. */
  readonly version?: string | undefined
}

/** A page of a document. Only pages of one version fit together. */
export type DocumentPage = Omit<VisibleDocument, 'body'> & TextPage

/**
 * Reads a page of a document that the caller may see, with the limits of searches. Returns the same
 * failure for a document that does not exist and one that the caller may not see.
 */
export async function readDocument(
  ports: Pick<Ports, 'documentReader' | 'searchLimiter'>,
  { userId, visibility, documentId, offset = 0, version }: ReadDocument,
): Promise<
  Result<DocumentPage, DocumentNotFound | DocumentChanged | SearchesTooMany | SearchTimedOut>
> {
  const read = await withinSearchLimits(ports, userId, () =>
    ports.documentReader.findVisible(documentId, visibility),
  )
  if (!read.ok) return read
  if (read.value === null) return err({ code: 'document.not_found' })
  const { body, ...document } = read.value
  if (version !== undefined && version !== document.version)
    return err({ code: 'document.changed' })
  return ok({ ...document, ...textPage(body, offset) })
}
