import type { Run } from '@ken/composition'
import { ok, operator, parseSource, pruneSource, type KenError, type Result } from '@ken/core'
import { startProgress } from '../terminal/progress.ts'
import type { CommonOptions, World } from '../world.ts'
import type { ImportTally } from './import-tally.ts'

type Imported = {
  readonly source: string | undefined
  /** The external ids of all documents of the source in the folder. */
  readonly names: ReadonlySet<string>
  /** Counts what is removed. */
  readonly tally: ImportTally
  readonly mayRemoveMost: boolean
  readonly importId: string
}

type Context = {
  readonly world: World
  readonly options: CommonOptions
  readonly signal: AbortSignal
  /** Whether this process removes them. A server that does so replies only at the end. */
  readonly isHere: boolean
}

/**
 * Removes the documents of the source that are not in the folder, with a progress bar, until `signal` is aborted; a
 * running server removes all of them. Removes none if an item could not be read, because a document may be in it, or if
 * there were no items.
 */
export async function pruneImported(
  run: Run,
  { source: name, names, tally, mayRemoveMost, importId }: Imported,
  { world, options, signal, isHere }: Context,
): Promise<Result<unknown, KenError>> {
  const source = parseSource(name ?? '')
  if (source === null || tally.failed > 0 || names.size === 0) return ok(null)
  const progress = await startProgress(world, options, { verb: 'Removing', noun: 'documents' })
  const onProgress = (removed: number, total: number) => {
    tally.removed = removed
    progress.report(removed, total === 0 ? null : removed / total)
    if (removed < total) signal.throwIfAborted()
  }
  const kept = [...names]
  const command = { source, kept, created: tally.created, mayRemoveMost, importId }
  try {
    const pruned = await run(pruneSource, {
      actor: operator,
      ...command,
      ...(isHere && { onProgress }),
    })
    if (pruned.ok) tally.removed = pruned.value
    return pruned
  } catch (error) {
    if (!signal.aborted) throw error
    return ok(null)
  } finally {
    progress.stop()
  }
}
