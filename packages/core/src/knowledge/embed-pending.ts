import type { Embedder, Ports, SearchIndex, UnembeddedChunk } from '../ports/index.ts'

/** How many passages got a vector, and how many the model refuses: they are offered to it again later. */
export type EmbeddedPending = { readonly embedded: number; readonly refused: number }

const chunksPerBatch = 64

/**
 * Gives every passage without a vector of the configured model one, in batches that are stored as they
 * come: stopping and starting again loses at most one batch of work. Any number of processes share the work, and a
 * passage that the model refuses keeps no other from its vector. Throws `Unavailable` when the embedder fails. Does
 * nothing without an embedder or without support for vectors.
 */
export async function embedPending(
  ports: Pick<Ports, 'embedder' | 'searchIndex'>,
  onProgress: (embedded: number) => void = () => {},
): Promise<EmbeddedPending> {
  const { embedder, searchIndex } = ports
  let [embedded, refused] = [0, 0]
  if (embedder === null) return { embedded, refused }
  let after: UnembeddedChunk | null = null
  for (;;) {
    const chunks: readonly UnembeddedChunk[] = await searchIndex.claimUnembedded(embedder.model, chunksPerBatch, after)
    if (chunks.length === 0 && after === null) return { embedded, refused }
    // At the end once more from the start: documents may have been replaced behind the place where this run was.
    after = chunks.at(-1) ?? null
    if (after === null) continue
    const taken = await embedBatch(searchIndex, embedder, chunks)
    embedded += taken
    refused += chunks.length - taken
    onProgress(embedded)
  }
}

/** How many of the passages the model took. */
async function embedBatch(searchIndex: SearchIndex, embedder: Embedder, chunks: readonly UnembeddedChunk[]): Promise<number> {
  const vectors = await embedder.embedTexts(chunks.map(({ text }) => text)).catch(async (error: unknown) => {
    await searchIndex.releaseClaims(embedder.model, chunks)
    throw error
  })
  const refused = chunks.filter((_, position) => vectors[position] === null)
  const taken = chunks.flatMap((chunk, position) => {
    const embedding = vectors[position] ?? null
    return embedding === null ? [] : [{ ...chunk, embedding }]
  })
  await searchIndex.storeEmbeddings(embedder.model, taken)
  await searchIndex.releaseClaims(embedder.model, taken)
  await searchIndex.postponeRefused(embedder.model, refused)
  return taken.length
}
