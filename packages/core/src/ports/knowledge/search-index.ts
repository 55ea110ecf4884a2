import type { AccountId } from '../../model/accounts/account.ts'
import type { Chunk } from '../../model/knowledge/chunk.ts'
import type { DocumentId, Source } from '../../model/knowledge/document.ts'
import type { SearchResult } from '../../model/knowledge/search-result.ts'
import type { Principal } from '../../model/knowledge/principal.ts'

/** A document with its passages. It can be searched after the commit. */
export type IndexedDocument = {
  readonly id: DocumentId
  /** Searched like a heading of the first passage: people search for a ticket by its number. */
  readonly externalId: string
  readonly title: string
  readonly chunks: readonly Chunk[]
}

/** Writes to the index, inside a transaction. Deleting a document removes it from the index. */
export interface SearchIndexWriter {
  /**
   * Replaces all passages of these documents, and deletes the embeddings of the old ones.
   * Transactions that replace different documents never deadlock, even if the documents
   * share words.
   */
  replace(documents: readonly IndexedDocument[]): Promise<void>
}

/**
 * What a person may see: documents that allow one of `principals`, restricted to `sources` unless
 * null.
 */
export type Visibility = {
  readonly principals: readonly Principal[]
  readonly sources: readonly Source[] | null
}

/** Whose rights a caller has, and what they may see. */
export type PersonVisibility = { readonly userId: AccountId; readonly visibility: Visibility }

export type IndexProgress = {
  readonly indexed: number
  readonly documents: number
  /** How many documents an unfinished rebuild has analyzed again; null if there is none. */
  readonly reindexed: number | null
}

/** How far a rebuild of the index is. */
export type Reindexing = {
  readonly reindexed: number
  readonly documents: number
  readonly isComplete: boolean
}

/** The position of a passage in the index. */
export type ChunkPlace = { readonly documentId: DocumentId; readonly ordinal: number }

/**
 * A passage without a vector of this model. `text` is what to embed: title, heading and passage,
 * never blank.
 */
export type UnembeddedChunk = ChunkPlace & { readonly text: string }

/** A vector for a passage. It is silently dropped if the passage was replaced in the meantime. */
export type ChunkEmbedding = UnembeddedChunk & { readonly embedding: readonly number[] }

/**
 * Reads the index. Results are documents, each at most once, best first. They depend on visible
 * documents only: an invisible document changes no result, order, score or snippet. A changed
 * access-control list applies to the next search. The order is deterministic, so that a smaller
 * limit returns the start of the same list. A passage that fits into a snippet is quoted whole. A
 * search sees a document before or after a replacement, never in between.
 */
export interface SearchIndex {
  /**
   * Documents that contain words of the query in title, heading or text, in any inflection, case
   * and accent. More matching words, rarer words, and words in the title rank higher. Only the
   * first 32 different words count. A query without words has no results. Takes one round trip, and
   * up to two more for phrases in quotation marks and for what is shown of each document.
   */
  searchText(query: string, visibility: Visibility, limit: number): Promise<readonly SearchResult[]>

  /**
   * Documents with a passage near the vector, nearest first. Empty if vectors are not supported.
   */
  searchVector(
    vector: readonly number[],
    model: string,
    visibility: Visibility,
    limit: number,
  ): Promise<readonly SearchResult[]>

  /**
   * Adds at most `limit` documents that an earlier version stored to the index of keyword search,
   * in the order of their ids, after the document `after` if given. Returns the last of them; null
   * if none is left after `after`. Any number of processes may do so at once; a crash loses at most
   * the running batch. Searches use the old index until the new one is complete.
   */
  indexPending(limit: number, after: DocumentId | null): Promise<DocumentId | null>

  /** How many of all documents are in the index of keyword search. */
  indexProgress(): Promise<IndexProgress>

  /**
   * Analyzes the next documents again, at most `limit`, in the order of their ids, and writes what
   * changed in the index of keyword search. Continues after the last call of any process, or starts
   * a rebuild; the call that finds none left completes it. Concurrent calls take turns. Searches
   * find every document meanwhile, and results do not change if the analysis did not.
   */
  reindex(limit: number): Promise<Reindexing>

  /**
   * Makes semantic search with this model fast once there are many passages; takes minutes for a
   * million, while others search and store. Returns whether there was something to do. Does nothing
   * if another process does it, or if vectors are not supported.
   */
  prepareVectorSearch(model: string): Promise<boolean>

  /** Whether vectors can be stored and searched. */
  supportsVectors(): Promise<boolean>

  /**
   * Claims at most `limit` passages without a vector of this model, in a fixed order, after the
   * passage `after` if given. Exactly one of any concurrent calls gets a passage; another may claim
   * it after `releaseClaims`, or two minutes later. Empty if vectors are not supported.
   */
  claimUnembedded(
    model: string,
    limit: number,
    after: ChunkPlace | null,
  ): Promise<readonly UnembeddedChunk[]>

  /** Stores one vector per passage and model. Does nothing if vectors are not supported. */
  storeEmbeddings(model: string, embeddings: readonly ChunkEmbedding[]): Promise<void>

  /**
   * Deletes at most `limit` vectors of this model, in the order of their passages, after the passage
   * `after` if given, and returns their passages. They can be claimed again at once. Never deadlocks
   * with imports. Empty if vectors are not supported.
   */
  deleteVectors(
    model: string,
    limit: number,
    after: ChunkPlace | null,
  ): Promise<readonly ChunkPlace[]>

  /**
   * The dimensions that stored vectors of this model have, ascending, each once; of at most 10,000 of
   * them, usually the oldest. Empty if vectors are not supported.
   */
  listDimensions(model: string): Promise<readonly number[]>

  /**
   * Records that the model refused these passages. They are not claimed for an hour, then for twice
   * as long after each further refusal, up to a week. A passage that was replaced in the meantime
   * is not held back.
   */
  postponeRefused(model: string, chunks: readonly UnembeddedChunk[]): Promise<void>

  /**
   * Deletes at most `limit` refusals of this model, so that their passages can be claimed at once, and
   * returns their number. Never waits for imports and other processes that embed.
   */
  deleteRefusals(model: string, limit: number): Promise<number>

  /** Ends the claims, embedded or not, and deletes refusals. */
  releaseClaims(model: string, chunks: readonly UnembeddedChunk[]): Promise<void>
}
