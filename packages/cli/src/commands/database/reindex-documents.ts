import { operator, reindexDocuments } from '@ken/core'
import type { Command } from 'commander'
import { plural } from '../../terminal/output.ts'
import type { CommonOptions, World } from '../../world.ts'
import { runBatches, type Batches } from './run-batches.ts'

/** `ken database reindex`: analyzes all documents again, and continues where it was interrupted. */
export function reindexDocumentsCommand(command: Command, world: World): void {
  command
    .addHelpText('after', '\nExample:\n  ken database reindex')
    .addHelpText(
      'after',
      '\nRun it if the notes of a new version say so, once every server runs that version. People can search meanwhile.',
    )
    .action((options: CommonOptions) => runBatches(world, options, reindexing()))
}

function reindexing(): Batches {
  let documents = 0
  return {
    verb: 'Indexing',
    noun: 'documents',
    async runBatch(run, report) {
      const state = await run(reindexDocuments, { actor: operator })
      documents = state.reindexed
      report(documents, documents / Math.max(state.documents, 1))
      return state.isComplete
    },
    result: () => [{ documents }, `Analyzed ${plural(documents, 'document')} again.`],
    nextRun: 'continue',
  }
}
