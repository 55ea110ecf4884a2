import type { Run } from '@ken/composition'
import { operator, parseSource, pruneSource } from '@ken/core'
import { valueOf } from '../value-of.ts'
import type { ImportTally } from './import-tally.ts'

type Imported = {
  readonly source: string | undefined
  /** The external ids of all documents of the source in the folder. */
  readonly names: ReadonlySet<string>
  readonly tally: ImportTally
  readonly mayRemoveMost: boolean
  readonly importId: string
}

/**
 * Removes the documents of the source that are not in the folder, and returns their number. Removes
 * none if an item could not be read, because a document may be in it, or if there were no items.
 */
export async function pruneImported(
  run: Run,
  { source: name, names, tally, mayRemoveMost, importId }: Imported,
): Promise<number> {
  const source = parseSource(name ?? '')
  if (source === null || tally.failed > 0 || names.size === 0) return 0
  const { created } = tally
  return valueOf(
    await run(pruneSource, {
      actor: operator,
      source,
      kept: [...names],
      created,
      mayRemoveMost,
      importId,
    }),
  )
}
