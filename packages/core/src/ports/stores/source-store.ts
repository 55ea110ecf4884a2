import type { Source } from '../../model/knowledge/document.ts'

/** A source whose documents are being removed. */
export type SourceRemoval = { readonly source: Source; readonly requestedAt: Date }

/** Stores which sources are being removed, inside a transaction. */
export interface SourceStore {
  /**
   * Delays removals of these sources until this transaction ends, and returns those that are being
   * removed already. Concurrent calls do not wait for each other. Call it once, for all sources.
   */
  holdForImport(sources: readonly Source[]): Promise<readonly Source[]>

  /**
   * Starts the removal of a source, after the transactions that hold it have ended. Returns false if
   * it had started already. Call it before reading the documents of the source.
   */
  startRemoval(source: Source, requestedAt: Date): Promise<boolean>

  /**
   * Whether the source is being removed. If so, other calls for it wait until this transaction
   * ends.
   */
  lockRemoval(source: Source): Promise<boolean>

  /** Ends the removal of a source. */
  endRemoval(source: Source): Promise<void>

  /** Every removal, by source in code-point order. */
  listRemovals(): Promise<readonly SourceRemoval[]>
}
