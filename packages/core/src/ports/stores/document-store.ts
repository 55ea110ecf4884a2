import type { Document, DocumentId, Source } from '../../model/knowledge/document.ts'
import type { Principal } from '../../model/knowledge/principal.ts'

/** What an upsert did with a document. */
export type Upserted = {
  readonly id: DocumentId
  readonly change: 'created' | 'updated' | 'unchanged'
  /** Title or body are new, so that the document must be indexed anew in the same transaction. */
  readonly hasNewText: boolean
}

/** Documents at rest. */
export interface DocumentStore {
  /**
   * Creates or replaces documents by (source, external id), one verdict per document in order. The batch
   * must not name a document twice. Concurrent batches with common documents wait for each other and
   * never deadlock. `newId` serves documents that do not exist yet.
   */
  upsert(documents: readonly Document[], newId: () => string): Promise<readonly Upserted[]>

  /**
   * Removes the documents of a source whose external id is not among these, from the index too, and answers how many.
   * Waits for upserts of the same documents and never deadlocks with them.
   */
  removeAllBut(source: Source, externalIds: readonly string[]): Promise<number>

  /** Every source with the number of its documents, by name in code points. */
  countBySource(): Promise<readonly { readonly source: Source; readonly documents: number }[]>

  /** The sources of which somebody with these principals may see at least one document, by name in code points. */
  listSources(visibleTo: readonly Principal[]): Promise<readonly Source[]>

  /** Those of these documents that are still there and that somebody with these principals may see. */
  findVisible(ids: readonly DocumentId[], visibleTo: readonly Principal[]): Promise<ReadonlySet<DocumentId>>

  /** Documents whose access-control list names the principal. */
  countAllowing(principal: Principal): Promise<number>
}
