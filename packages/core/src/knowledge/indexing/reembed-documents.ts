import type { Operator } from '../../model/actor.ts'
import { auditEntry } from '../../model/audit-entry.ts'
import { ok } from '../../model/result.ts'
import type { ChunkPlace, Ports, Transacts } from '../../ports/index.ts'

export type ReembedDocuments = {
  readonly actor: Operator
  /** Where the last call ended; null for the first. */
  readonly after: ChunkPlace | null
}

export type Reembedding = {
  /** How many vectors the call deleted. */
  readonly deleted: number
  /** The passage of the last one; null if none was left. */
  readonly last: ChunkPlace | null
}

const batchSize = 1_000

/**
 * Deletes a batch of the vectors of the configured model, if the provider has another one under the same name.
 * Call it until none is left; `embedPending` embeds the passages again. The first call also ends the pauses of passages
 * that the former model refused. Null without an embedder.
 */
export async function reembedDocuments(
  { embedder, searchIndex, transact }: Pick<Ports, 'embedder' | 'searchIndex'> & Transacts<'audit'>,
  { actor, after }: ReembedDocuments,
): Promise<Reembedding | null> {
  if (embedder === null) return null
  const { model } = embedder
  if (after === null) {
    await transact(async ({ audit }) =>
      ok(await audit.append(auditEntry(actor, 'knowledge.reindex', 'vectors:all'))),
    )
    let refusals: number
    do refusals = await searchIndex.deleteRefusals(model, batchSize)
    while (refusals === batchSize)
  }
  const deleted = await searchIndex.deleteVectors(model, batchSize, after)
  return { deleted: deleted.length, last: deleted.at(-1) ?? null }
}
