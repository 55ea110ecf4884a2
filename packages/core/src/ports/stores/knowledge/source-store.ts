import type { AccountId } from '../../../model/accounts/account.ts'
import type { Email } from '../../../model/accounts/email.ts'
import type { Source } from '../../../model/knowledge/document.ts'

/** A source whose documents are being removed. */
export type SourceRemoval = { readonly source: Source; readonly requestedAt: Date }

/** The numbers of a source. No document is named. */
export type SourceCounts = {
  readonly source: Source
  readonly documents: number
  readonly passages: number
  /** The passages with a vector of one model. */
  readonly embedded: number
  /** How many documents name everyone, and at least one role, group or person. */
  readonly allowed: {
    readonly everyone: number
    readonly roles: number
    readonly groups: number
    readonly persons: number
  }
}

/** What an import, or a part of one, changed in a source. */
export type ImportedPart = {
  readonly source: Source
  /** Parts of the same import are added up; null for an import of one part. */
  readonly importId: string | null
  readonly at: Date
  /** Null for the operator. */
  readonly by: AccountId | null
  /** Documents that were created or updated. */
  readonly upserted: number
  readonly removed: number
}

/** The last import of a source. */
export type SourceImport = Pick<ImportedPart, 'source' | 'at' | 'upserted' | 'removed'> & {
  readonly isByOperator: boolean
  /** Null for the operator, and for an account that was deleted. */
  readonly byEmail: Email | null
}

/**
 * Stores what is known of sources, inside a transaction: their numbers, their last import, and which
 * are being removed.
 */
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

  /** Ends the removal of a source, and forgets its last import. */
  endRemoval(source: Source): Promise<void>

  /** Every removal, by source in code-point order. */
  listRemovals(): Promise<readonly SourceRemoval[]>

  /**
   * The numbers of every source that has documents, by name in code-point order. They are kept as
   * documents, passages and vectors change, so that nothing is counted. `model` is the one whose
   * vectors to count; null for none. No transaction waits for another because of them.
   */
  listCounts(model: string | null): Promise<readonly SourceCounts[]>

  /**
   * Records these parts as the last import of their sources. Locks the sources until the end of the
   * transaction, in an order that never deadlocks: call it last, once, with each source once.
   */
  recordImports(parts: readonly ImportedPart[]): Promise<void>

  /** The last import of every source that had one, by source in code-point order. */
  listImports(): Promise<readonly SourceImport[]>
}
