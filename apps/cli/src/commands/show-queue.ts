import { operator, showQueue } from '@ken/core'
import type { Command } from 'commander'
import { valueOf } from '../command-failed.ts'
import { withKen } from '../connect.ts'
import { columns, grouped } from '../output.ts'
import type { CommonOptions, World } from '../world.ts'

/** `ken queue`: how much work waits, and what was given up. */
export function showQueueCommand(command: Command, world: World): void {
  command.addHelpText('after', '\nExample:\n  ken queue').action((options: CommonOptions) =>
    withKen(world, options, async ({ run }, out) => {
      const { counts, isNeglected, deadLetters } = valueOf(await run(showQueue, { actor: operator }))
      const kinds = counts.map(({ kind, waiting, underWay, givenUp }) => ({
        kind,
        waiting,
        under_way: underWay,
        given_up: givenUp,
      }))
      const dead_letters = deadLetters.map(({ id, kind, tries, createdAt, givenUpAt, reason }) => ({
        id,
        kind,
        tries,
        created_at: createdAt.toISOString(),
        given_up_at: givenUpAt.toISOString(),
        reason,
      }))
      const numbers = kinds.map((row) => [row.kind, grouped(row.waiting), grouped(row.under_way), grouped(row.given_up)])
      const letters = dead_letters.map((row) => [row.given_up_at, row.kind, row.id, row.reason ?? 'The worker died.'])
      out.result({ neglected: isNeglected, kinds, dead_letters }, [
        ...columns([['KIND', 'WAITING', 'UNDER WAY', 'GIVEN UP'], ...numbers]),
        ...(letters.length === 0 ? [] : ['', ...columns([['GIVEN UP AT', 'KIND', 'JOB', 'WHY'], ...letters])]),
      ])
      if (letters.length > 0) out.note('Once what stood in the way is mended, have them tried again with: ken queue retry --all')
      if (isNeglected) out.warn('Jobs wait, and no worker takes them. Start one with: ken worker')
    }),
  )
}
