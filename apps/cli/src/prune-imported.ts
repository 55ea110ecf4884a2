import type { Run } from '@ken/composition'
import { operator, parseSource, pruneSource } from '@ken/core'
import type { ReadItem } from '@ken/files'
import { valueOf } from './command-failed.ts'
import type { ImportTally } from './import-items.ts'

/** Passes items on and notes the external ids of those of the source. */
export async function* notingNames(
  items: AsyncIterable<ReadItem>,
  source: string | undefined,
  names: Set<string>,
): AsyncGenerator<ReadItem> {
  for await (const item of items) {
    if (item.kind === 'document' && item.document.source === source) names.add(item.document.externalId)
    yield item
  }
}

type Imported = {
  readonly source: string | undefined
  /** External ids of all documents of the source that the folder has. */
  readonly names: ReadonlySet<string>
  readonly tally: ImportTally
  readonly mayRemoveMost: boolean
}

/**
 * Removes the documents of the source that the folder does not have, and answers how many: none when something could
 * not be read, because that may be among them, or when there was nothing to read.
 */
export async function pruneImported(run: Run, { source: name, names, tally, mayRemoveMost }: Imported): Promise<number> {
  const source = parseSource(name ?? '')
  if (source === null || tally.failed > 0 || names.size === 0) return 0
  const { created } = tally
  return valueOf(await run(pruneSource, { actor: operator, source, kept: [...names], created, mayRemoveMost }))
}
