import type { Run } from '@ken/composition'
import { countFiles, type Page, type ReadItem } from '@ken/files'
import { startProgress } from '../terminal/progress.ts'
import type { CommonOptions, World } from '../world.ts'
import { importItems } from './import-items.ts'
import type { ImportObserver, ImportTally } from './import-tally.ts'

export type ImportInput = {
  readonly world: World
  readonly path: string
  readonly items: AsyncIterable<ReadItem | Page>
  readonly options: CommonOptions & { readonly source?: string }
}

/** What an import of the items counts and collects. */
export type Noted = {
  readonly tally: ImportTally
  /** Collects the external ids of the source's documents. */
  readonly names: Set<string>
  /** Collects the sources of the documents. */
  readonly sources: Set<string>
  readonly importId: string
  readonly signal: AbortSignal
}

const faultsShownMax = 50

/** Imports the items of an input, and shows how far it is and what is wrong with items. */
export async function importWithProgress(
  run: Run,
  { world, path, items, options }: ImportInput,
  { tally, names, sources, importId, signal }: Noted,
): Promise<void> {
  const progress = await startProgress(world, options, { verb: 'Importing', noun: 'documents' })
  let bytesTotal: number | null = null
  if (path !== '-' && progress.isBar)
    void countFiles(path).then(({ bytes }) => (bytesTotal = Math.max(bytes, 1)))
  let [documents, bytes, faults, empties] = [0, 0, 0, 0]
  const observer: ImportObserver = {
    stored: (documentsMore, bytesMore) => {
      documents += documentsMore
      bytes += bytesMore
      progress.report(documents, bytesTotal === null ? null : Math.min(bytes / bytesTotal, 1))
    },
    contained: ({ source, externalId }) => {
      sources.add(source)
      if (source === options.source) names.add(externalId)
    },
    skipped: (position, reason) => {
      if (options.verbose === true) return progress.say(`${position}: skipped, ${reason}`)
      // An empty file is probably a mistake.
      if (reason !== 'empty') return
      empties += 1
      if (empties <= faultsShownMax) progress.say(`warning: ${position} is empty.`)
      if (empties === faultsShownMax) progress.say('Further empty files are only counted.')
    },
    failed: (position, reason) => {
      faults += 1
      if (faults <= faultsShownMax) progress.say(`${position}: ${reason}`)
      if (faults === faultsShownMax) progress.say('Further failures are only counted.')
    },
  }
  try {
    await importItems(run, items, { tally, observer, importId, signal })
  } finally {
    progress.stop()
  }
}
