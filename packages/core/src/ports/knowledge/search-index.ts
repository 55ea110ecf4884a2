import type { Chunk } from '../../model/knowledge/chunk.ts'
import type { DocumentId, Source } from '../../model/knowledge/document.ts'
import type { Finding } from '../../model/knowledge/finding.ts'
import type { Principal } from '../../model/knowledge/principal.ts'

/** A document with its passages, to be searched from the commit on. */
export type IndexedDocument = {
  readonly id: DocumentId
  /** Found like a heading of the first passage: people search for a ticket by its number. */
  readonly externalId: string
  readonly title: string
  readonly chunks: readonly Chunk[]
}

/** The writing side of the index, inside a transaction. Deleting a document removes it from the index. */
export interface SearchIndexWriter {
  /**
   * Replaces everything indexed of these documents. Embeddings of replaced passages are gone. Transactions
   * that replace different documents never deadlock, whatever words the documents share.
   */
  replace(documents: readonly IndexedDocument[]): Promise<void>
}

/** What a person may be shown: documents that allow one of `principals`, narrowed to `sources` unless null. */
export type Visibility = { readonly principals: readonly Principal[]; readonly sources: readonly Source[] | null }

/** Where a passage stands among all. */
export type ChunkPlace = { readonly documentId: DocumentId; readonly ordinal: number }

/** A passage that has no vector of this model yet. `text` is what to embed: title, heading and passage, never blank. */
export type UnembeddedChunk = ChunkPlace & { readonly text: string }

/** Vectors for a passage; dropped silently when the passage was replaced since it was read. */
export type ChunkEmbedding = UnembeddedChunk & { readonly embedding: readonly number[] }

/**
 * The reading side of the index. Findings are documents, each at most once, best first, from what is
 * visible alone: nothing invisible changes a result, its order, its score or its snippet. An ACL
 * change holds on the next search. Equal findings come in a fixed order, so that a smaller limit gives
 * the beginning of the same answer. A passage that fits into a snippet is quoted whole. A search sees a
 * document as it was before a replacement or after it, never in between.
 */
export interface SearchIndex {
  /**
   * Documents that contain words of the query in title, heading or text, in any inflection, case and accent.
   * More of the words, rarer words, and words in the title count more. The first 32 different words count. One
   * round trip. A query without words finds nothing.
   */
  searchText(query: string, visibility: Visibility, limit: number): Promise<readonly Finding[]>

  /** Documents with a passage near the vector, nearest first. Finds nothing where vectors are not supported. */
  searchVector(vector: readonly number[], model: string, visibility: Visibility, limit: number): Promise<readonly Finding[]>

  /** Whether vectors can be stored and searched here. */
  supportsVectors(): Promise<boolean>

  /**
   * Claims passages without a vector of this model, at most `limit`, in a fixed order, from behind the passage `after`
   * where it is given. Of many who claim at once only one gets a passage; others get it after `releaseClaims`, or two
   * minutes later. Empty where vectors are not supported.
   */
  claimUnembedded(model: string, limit: number, after: ChunkPlace | null): Promise<readonly UnembeddedChunk[]>

  /** Keeps one vector per passage and model. Does nothing where vectors are not supported. */
  storeEmbeddings(model: string, embeddings: readonly ChunkEmbedding[]): Promise<void>

  /**
   * Notes that the model refuses these passages: nobody gets them for an hour, after the next refusal for two, and
   * twice as long each time, up to a week. A passage that was replaced since it was read is not held back.
   */
  postponeRefused(model: string, chunks: readonly UnembeddedChunk[]): Promise<void>

  /** Ends claims, embedded or not, and forgets refusals. */
  releaseClaims(model: string, chunks: readonly UnembeddedChunk[]): Promise<void>
}
