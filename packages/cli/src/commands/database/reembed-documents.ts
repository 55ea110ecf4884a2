import { operator, reembedDocuments, type Reembedding } from '@ken/core'
import type { Command } from 'commander'
import { CommandFailed } from '../../command-failed.ts'
import { plural } from '../../terminal/output.ts'
import type { CommonOptions, World } from '../../world.ts'
import { runBatches, type Batches } from './run-batches.ts'

/** `ken database reembed`: deletes the vectors of the configured model, so that a running Ken embeds all passages again. */
export function reembedDocumentsCommand(command: Command, world: World): void {
  command
    .addHelpText('after', '\nExample:\n  ken database reembed')
    .addHelpText(
      'after',
      '\nRun it if the provider has another model under the same name, once every server and worker was restarted.',
    )
    .action((options: CommonOptions) => runBatches(world, options, reembedding()))
}

function reembedding(): Batches {
  let after: Reembedding['last'] = null
  let vectors = 0
  return {
    verb: 'Deleting',
    noun: 'vectors',
    async runBatch(run, report) {
      const state = await run(reembedDocuments, { actor: operator, after })
      if (state === null) throw new CommandFailed('No embedder is set: there are no vectors.')
      vectors += state.deleted
      after = state.last
      report(vectors, null)
      return after === null
    },
    result: () => [
      { vectors },
      vectors === 0
        ? 'The configured embedder has no vectors.'
        : `Deleted ${plural(vectors, 'vector')}. A running Ken embeds these passages again; until then, only keyword search finds them.`,
    ],
    nextRun: 'delete the rest',
  }
}
