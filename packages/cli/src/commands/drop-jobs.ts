import { dropJobs, operator } from '@ken/core'
import { droppableJobKinds, type DroppableJobKind } from '@ken/core/ports'
import { Argument, type Command } from 'commander'
import { wrongUsage } from '../command-failed.ts'
import { valueOf } from '../value-of.ts'
import { withKen } from '../connect.ts'
import { grouped, plural } from '../terminal/output.ts'
import type { CommonOptions, World } from '../world.ts'

type Options = CommonOptions & { readonly all?: boolean }

/** `ken queue drop`: deletes waiting emails and answers, as after a restore. */
export function dropJobsCommand(command: Command, world: World): void {
  command
    .addArgument(
      new Argument('[kind...]', 'kinds of jobs, as `ken queue` shows them').choices(
        droppableJobKinds,
      ),
    )
    .option('--all', 'drop all of these kinds')
    .addHelpText(
      'after',
      '\nExamples:\n  ken queue drop answer_chat_post admit_chat_sender\n  ken queue drop --all',
    )
    .action((named: readonly DroppableJobKind[], { all = false, ...options }: Options) => {
      if (all === named.length > 0)
        throw wrongUsage('Give kinds of jobs, or use --all. See what waits with: ken queue')
      const kinds = all ? droppableJobKinds : named
      return withKen(world, options, async ({ run }, out) => {
        const dropped = valueOf(await run(dropJobs, { actor: operator, kinds }))
        const total = dropped.reduce((sum, { jobs }) => sum + jobs, 0)
        out.result(
          { dropped },
          total === 0
            ? ['No such jobs are waiting.']
            : [
                `Dropped ${plural(total, 'job')}:`,
                ...dropped.flatMap(({ kind, jobs }) =>
                  jobs === 0 ? [] : [`  ${kind}: ${grouped(jobs)}`],
                ),
              ],
        )
      })
    })
}
