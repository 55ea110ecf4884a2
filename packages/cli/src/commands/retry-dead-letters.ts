import { operator, retryDeadLetters } from '@ken/core'
import type { Command } from 'commander'
import { wrongUsage } from '../command-failed.ts'
import { valueOf } from '../value-of.ts'
import { withKen } from '../connect.ts'
import { plural } from '../terminal/output.ts'
import type { CommonOptions, World } from '../world.ts'

type Options = CommonOptions & { readonly all?: boolean }

/** `ken queue retry`: retries dead-lettered jobs, for as long as a new job. */
export function retryDeadLettersCommand(command: Command, world: World): void {
  command
    .argument('[id...]', 'the ids of jobs, as `ken queue` shows them')
    .option('--all', 'retry every job that failed')
    .addHelpText(
      'after',
      '\nExamples:\n  ken queue retry 0b9e4f5e-8a53-4c2b-9d0c-3f6a5a1f7c11\n  ken queue retry --all',
    )
    .action((named: readonly string[], { all = false, ...options }: Options) => {
      if (all === named.length > 0)
        throw wrongUsage('Give the ids of jobs, or use --all. List the ids with: ken queue')
      const ids = all ? 'all' : named.map((id) => id.toLowerCase())
      return withKen(world, options, async ({ run }, out) => {
        const retried = valueOf(await run(retryDeadLetters, { actor: operator, ids }))
        const said =
          retried.length === 0
            ? 'There are no dead letters.'
            : `Queued ${plural(retried.length, 'job')} again.`
        out.result({ retried }, [said])
      })
    })
}
