import type { Actor } from '../../model/actor.ts'
import type { Source } from '../../model/knowledge/document.ts'
import type { Stores } from '../../ports/index.ts'

/** What an import, or a part of one, changed in a source. */
export type ImportedCounts = {
  readonly source: Source
  readonly upserted: number
  readonly removed: number
}

/**
 * Records who imported sources, and what that changed. Parts with the same id are one import. Call it
 * last in a transaction: it locks the sources.
 */
export async function recordImports(
  { now, sources }: Pick<Stores, 'now' | 'sources'>,
  actor: Actor,
  importId: string | undefined,
  counts: readonly ImportedCounts[],
): Promise<void> {
  const at = await now()
  const by = actor.kind === 'person' ? actor.userId : null
  const parts = counts.map((part) => ({ ...part, importId: importId ?? null, at, by }))
  await sources.recordImports(parts)
}
