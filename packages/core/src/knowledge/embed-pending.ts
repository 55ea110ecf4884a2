import type { Ports } from '../ports/index.ts'

const chunksPerBatch = 64

/**
 * Gives every passage without a vector of the configured model one, in batches that are stored as they
 * come: stopping and starting again loses at most one batch of work. Answers how many it embedded; throws
 * `Unavailable` when the embedder fails. Does nothing without an embedder or without support for vectors.
 */
export async function embedPending(
  ports: Pick<Ports, 'embedder' | 'searchIndex'>,
  onProgress: (embedded: number) => void = () => {},
): Promise<number> {
  const { embedder, searchIndex } = ports
  if (embedder === null) return 0
  let embedded = 0
  for (;;) {
    const chunks = await searchIndex.listUnembedded(embedder.model, chunksPerBatch)
    if (chunks.length === 0) return embedded
    const vectors = await embedder.embedTexts(chunks.map(({ text }) => text))
    await searchIndex.storeEmbeddings(
      embedder.model,
      chunks.map((chunk, position) => ({ ...chunk, embedding: vectors[position]! })),
    )
    embedded += chunks.length
    onProgress(embedded)
  }
}
