import { operator, reindexDocuments } from '@ken/core'
import type { Command } from 'commander'
import { CommandFailed } from '../../command-failed.ts'
import { withKen } from '../../connect.ts'
import { untilInterrupted } from '../../process/until-interrupted.ts'
import { plural, type Output } from '../../terminal/output.ts'
import { startProgress } from '../../terminal/progress.ts'
import type { CommonOptions, Connection, World } from '../../world.ts'

/** `ken database reindex`: analyzes all documents again, and continues where it was interrupted. */
export function reindexDocumentsCommand(command: Command, world: World): void {
  command
    .addHelpText('after', '\nExample:\n  ken database reindex')
    .addHelpText(
      'after',
      '\nRun it if the notes of a new version say so, once every server runs that version. People can search meanwhile.',
    )
    .action((options: CommonOptions) =>
      withKen(world, options, ({ run }, out) => reindexAll({ run, out }, world, options)),
    )
}

async function reindexAll(
  { run, out }: Pick<Connection, 'run'> & { readonly out: Output },
  world: World,
  options: CommonOptions,
): Promise<void> {
  using interrupted = untilInterrupted(world, () =>
    out.note('Finishing the current work. Press Ctrl-C again to stop immediately.'),
  )
  const progress = await startProgress(world, options, { verb: 'Indexing', noun: 'documents' })
  let state: Awaited<ReturnType<typeof reindexDocuments>>
  try {
    do {
      state = await run(reindexDocuments, { actor: operator })
      progress.report(state.reindexed, state.reindexed / Math.max(state.documents, 1))
    } while (!state.isComplete && !interrupted.signal.aborted)
  } finally {
    progress.stop()
  }
  const { reindexed, isComplete } = state
  out.result({ documents: reindexed, whole: isComplete }, [
    `Analyzed ${plural(reindexed, 'document')} again.`,
  ])
  if (isComplete) return
  out.note('Run the command again to continue.')
  throw new CommandFailed('Interrupted.', { code: 'interrupted' })
}
