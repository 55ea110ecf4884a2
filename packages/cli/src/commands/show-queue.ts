import { operator, showQueue } from '@ken/core'
import type { Command } from 'commander'
import { stalledText } from '../checks/operation-checks.ts'
import { valueOf } from '../value-of.ts'
import { withKen } from '../connect.ts'
import { columns, grouped } from '../terminal/output.ts'
import type { CommonOptions, World } from '../world.ts'

/** `ken queue`: the number of waiting jobs, and the dead letters. */
export function showQueueCommand(command: Command, world: World): void {
  command.addHelpText('after', '\nExample:\n  ken queue').action((options: CommonOptions) =>
    withKen(world, options, async (connection, out) => {
      const shown = await connection.run(showQueue, { actor: operator })
      const { counts, isStalled, deadLetters } = valueOf(shown)
      const kinds = counts.map(({ kind, waiting, delayed, running, deadLettered }) => ({
        kind,
        waiting,
        delayed,
        under_way: running,
        given_up: deadLettered,
      }))
      const dead_letters = deadLetters.map(
        ({ id, kind, attempts, createdAt, deadLetteredAt, reason }) => ({
          id,
          kind,
          tries: attempts,
          created_at: createdAt.toISOString(),
          given_up_at: deadLetteredAt.toISOString(),
          reason,
        }),
      )
      const numbers = kinds.map((row) => [
        row.kind,
        grouped(row.waiting - row.delayed),
        grouped(row.delayed),
        grouped(row.under_way),
        grouped(row.given_up),
      ])
      const letters = dead_letters.map((row) => [
        row.given_up_at,
        row.kind,
        row.id,
        row.reason ?? 'The worker died.',
      ])
      out.result({ neglected: isStalled, kinds, dead_letters }, [
        ...columns([['KIND', 'DUE', 'DELAYED', 'RUNNING', 'FAILED'], ...numbers]),
        ...(letters.length === 0
          ? []
          : ['', ...columns([['FAILED AT', 'KIND', 'JOB', 'REASON'], ...letters])]),
      ])
      if (letters.length > 0)
        out.note('When the cause is fixed, retry them with: ken queue retry --all')
      if (isStalled) out.warn(stalledText(connection))
    }),
  )
}
