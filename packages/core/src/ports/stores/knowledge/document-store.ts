import type { Document, DocumentId, Source } from '../../../model/knowledge/document.ts'
import type { Principal } from '../../../model/knowledge/principal.ts'
import type { Visibility } from '../../knowledge/search-index.ts'

/** The result for one document. */
export type UpsertResult = {
  readonly id: DocumentId
  readonly change: 'created' | 'updated' | 'unchanged'
  /** Title or body changed: replace its passages in the same transaction. */
  readonly hasNewText: boolean
}

/** What identifies a document, and the fingerprint to look for. */
export type FingerprintedDocument = {
  readonly source: string
  readonly externalId: string
  readonly fingerprint: string
}

/** Stores documents, inside a transaction. */
export interface DocumentStore {
  /**
   * Creates or replaces documents by (source, external id), and returns one result per document, in
   * order. A batch must not contain a document twice. Concurrent batches with common documents wait
   * for each other and never deadlock. `newId` is called for new documents. The fingerprint is
   * stored with them and is no change of its own; a document that is equal otherwise keeps its
   * fingerprint if the new one is null.
   */
  upsert(documents: readonly Document[], newId: () => string): Promise<readonly UpsertResult[]>

  /** Whether each of these is stored with exactly this fingerprint, in order. */
  haveFingerprints(documents: readonly FingerprintedDocument[]): Promise<readonly boolean[]>

  /** The external ids of all documents of a source that are not in the list, without an order. */
  listAllBut(source: Source, externalIds: readonly string[]): Promise<readonly string[]>

  /**
   * Deletes these documents of a source, from the index too, and returns the number of those that
   * existed. Waits for upserts of the same documents and never deadlocks with them.
   */
  remove(source: Source, externalIds: readonly string[]): Promise<number>

  /**
   * Deletes at most `countMax` documents of a source, from the index too, and returns whether it has
   * any left. Never deadlocks with upserts and removals of the same documents.
   */
  removeSome(source: Source, countMax: number): Promise<boolean>

  /** The number of documents of a source. */
  countIn(source: Source): Promise<number>

  /**
   * The sources with at least one document visible to these principals, by name in code-point
   * order.
   */
  listSources(visibleTo: readonly Principal[]): Promise<readonly Source[]>

  /** Those of the documents that exist and are visible. */
  findVisible(ids: readonly DocumentId[], visibility: Visibility): Promise<ReadonlySet<DocumentId>>

  /** The number of documents whose access-control list names the principal. */
  countAllowing(principal: Principal): Promise<number>
}
