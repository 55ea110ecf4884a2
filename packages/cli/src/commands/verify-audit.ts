import { operator, verifyAuditChain } from '@ken/core'
import type { Command } from 'commander'
import { CommandFailed } from '../command-failed.ts'
import { valueOf } from '../value-of.ts'
import { withKen } from '../connect.ts'
import { grouped } from '../terminal/output.ts'
import type { CommonOptions, World } from '../world.ts'

/** `ken audit verify`: verifies the chain of the audit log, and names its first break. */
export function verifyAuditCommand(command: Command, world: World): void {
  command.addHelpText('after', '\nExample:\n  ken audit verify').action((options: CommonOptions) =>
    withKen(world, options, async ({ run }, out) => {
      const { checked, head, firstBreak } = valueOf(
        await run(verifyAuditChain, { actor: operator }),
      )
      const first_break =
        firstBreak === null ? null : { id: firstBreak.id, at: firstBreak.at.toISOString() }
      out.result({ checked, head, first_break }, [
        `${grouped(checked)} links verified.`,
        ...(head === null ? [] : [`Head: ${head.position} ${head.hash}`]),
      ])
      if (first_break !== null)
        throw new CommandFailed(
          `Entry ${first_break.id} of ${first_break.at} was changed or removed, or its link was. Compare the audit log with a backup.`,
        )
    }),
  )
}
