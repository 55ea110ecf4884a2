import type { Document, DocumentId, DocumentInput } from '../../model/knowledge/document.ts'
import { chunksOf, type Chunk } from '../../model/knowledge/chunk.ts'
import type { SearchResult } from '../../model/knowledge/search-result.ts'
import type { Principal } from '../../model/knowledge/principal.ts'
import type {
  SearchIndex,
  UnembeddedChunk,
  Visibility,
} from '../../ports/knowledge/search-index.ts'
import type { Transact } from '../../ports/stores/transact.ts'
import { aDocument, newId } from './builders.ts'
import { committed, type Aging, type Closable } from '../contracts/contract-suite.ts'

/** What the contract of the search index needs. */
export type SearchWorld = Closable &
  Aging & { readonly searchIndex: SearchIndex; readonly transact: Transact }

/** A document. `chunks` replaces the automatic passages. */
export type Indexable = Partial<DocumentInput> & { readonly chunks?: readonly Chunk[] }

/**
 * Stores and indexes documents in one transaction, as an import does. Returns their ids in order.
 */
export function indexAll(
  transact: Transact,
  inputs: readonly Indexable[],
): Promise<readonly DocumentId[]> {
  const batch = inputs.map(({ chunks, ...input }) => {
    const document: Document = aDocument(input)
    return { document, chunks: chunks ?? chunksOf(document.body) }
  })
  return committed(transact, async ({ documents, searchIndex }) => {
    const upserted = await documents.upsert(
      batch.map(({ document }) => document),
      newId,
    )
    const indexed = batch.map(({ document, chunks }, position) => {
      const { id, hasNewText } = upserted[position]!
      return { id, hasNewText, externalId: document.externalId, title: document.title, chunks }
    })
    await searchIndex.replace(indexed.filter(({ hasNewText }) => hasNewText))
    return upserted.map(({ id }) => id)
  })
}

/** Gives every pending passage a vector. Returns the passages. */
export async function embed(
  index: SearchIndex,
  model: string,
  vectorOf: (chunk: UnembeddedChunk, position: number) => readonly number[],
): Promise<readonly UnembeddedChunk[]> {
  const chunks = await index.claimUnembedded(model, 1_000, null)
  await index.storeEmbeddings(
    model,
    chunks.map((chunk, position) => ({ ...chunk, embedding: vectorOf(chunk, position) })),
  )
  await index.releaseClaims(model, chunks)
  return chunks
}

/** The visibility of a person with these principals. */
export const visibleTo = (...principals: readonly string[]): Visibility => ({
  principals: principals as Principal[],
  sources: null,
})

/** The visibility of everyone. */
export const all = visibleTo('everyone')

export const titlesOf = (results: readonly SearchResult[]): readonly string[] =>
  results.map(({ title }) => title)

/** The titles that a query finds for everyone, best first. */
export const titlesFound = async (
  { searchIndex }: SearchWorld,
  query: string,
  visibility = all,
): Promise<readonly string[]> => titlesOf(await searchIndex.searchText(query, visibility, 50))
