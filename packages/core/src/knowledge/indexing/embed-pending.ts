import type { Embedder, Ports, SearchIndex, UnembeddedChunk } from '../../ports/index.ts'

/** The number of embedded passages, and of those that the model refused. Refused passages are retried later. */
export type EmbeddedPending = { readonly embedded: number; readonly refused: number }

const chunksPerBatch = 64

/**
 * Embeds every passage without a vector of the configured model. Each batch is stored on completion, so that a restart
 * loses at most one. Concurrent processes share the work. A refused passage does not block the others. Throws
 * `Unavailable` when the embedder fails. Does nothing without an embedder or without support for vectors.
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
    const chunks: readonly UnembeddedChunk[] = await searchIndex.claimUnembedded(
      embedder.model,
      chunksPerBatch,
      after,
    )
    if (chunks.length === 0 && after === null) return { embedded, refused }
    // Starts over at the end, because documents may have been replaced before the current position.
    after = chunks.at(-1) ?? null
    if (after === null) continue
    const accepted = await embedBatch(searchIndex, embedder, chunks)
    embedded += accepted
    refused += chunks.length - accepted
    onProgress(embedded)
  }
}

/** Returns the number of passages that the model embedded. */
async function embedBatch(
  searchIndex: SearchIndex,
  embedder: Embedder,
  chunks: readonly UnembeddedChunk[],
): Promise<number> {
  const vectors = await embedder
    .embedTexts(chunks.map(({ text }) => text))
    .catch(async (error: unknown) => {
      await searchIndex.releaseClaims(embedder.model, chunks)
      throw error
    })
  const refused = chunks.filter((_, position) => vectors[position] === null)
  const accepted = chunks.flatMap((chunk, position) => {
    const embedding = vectors[position] ?? null
    return embedding === null ? [] : [{ ...chunk, embedding }]
  })
  await searchIndex.storeEmbeddings(embedder.model, accepted)
  await searchIndex.releaseClaims(embedder.model, accepted)
  await searchIndex.postponeRefused(embedder.model, refused)
  return accepted.length
}
