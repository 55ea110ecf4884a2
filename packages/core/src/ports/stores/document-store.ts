import type { Document, DocumentId, Source } from '../../model/knowledge/document.ts'
import type { Principal } from '../../model/knowledge/principal.ts'

/** The result for one document. */
export type UpsertResult = {
  readonly id: DocumentId
  readonly change: 'created' | 'updated' | 'unchanged'
  /** Title or body changed: replace its passages in the same transaction. */
  readonly hasNewText: boolean
}

/** Stores documents, inside a transaction. */
export interface DocumentStore {
  /**
   * Creates or replaces documents by (source, external id), and returns one result per document, in
   * order. A batch must not contain a document twice. Concurrent batches with common documents wait
   * for each other and never deadlock. `newId` is called for new documents.
   */
  upsert(documents: readonly Document[], newId: () => string): Promise<readonly UpsertResult[]>

  /**
   * Deletes the documents of a source whose external id is not in the list, from the index too, and
   * returns their number. Waits for upserts of the same documents and never deadlocks with them.
   */
  removeAllBut(source: Source, externalIds: readonly string[]): Promise<number>

  /** Every source with its number of documents, by name in code-point order. */
  countBySource(): Promise<readonly { readonly source: Source; readonly documents: number }[]>

  /**
   * The sources with at least one document visible to these principals, by name in code-point
   * order.
   */
  listSources(visibleTo: readonly Principal[]): Promise<readonly Source[]>

  /** Those of the documents that exist and are visible to these principals. */
  findVisible(
    ids: readonly DocumentId[],
    visibleTo: readonly Principal[],
  ): Promise<ReadonlySet<DocumentId>>

  /** The number of documents whose access-control list names the principal. */
  countAllowing(principal: Principal): Promise<number>
}
