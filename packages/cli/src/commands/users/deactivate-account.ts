import { deactivateAccount, findAccount, operator } from '@ken/core'
import { personView } from '@ken/presentation'
import type { Command } from 'commander'
import { valueOf } from '../../value-of.ts'
import { withKen } from '../../connect.ts'
import type { CommonOptions, World } from '../../world.ts'

/** `ken users deactivate`: deactivates a user and ends their sessions immediately. */
export function deactivateAccountCommand(command: Command, world: World): void {
  command
    .argument('<email>', "the person's address")
    .addHelpText('after', '\nExample:\n  ken users deactivate ana@example.com')
    .action((email: string, options: CommonOptions) =>
      withKen(world, options, async ({ run }, out) => {
        const { id: userId } = valueOf(await run(findAccount, { actor: operator, email }))
        const account = valueOf(await run(deactivateAccount, { actor: operator, userId }))
        out.result(personView(account), [
          `Deactivated ${account.email}: sessions have ended, keys are revoked and agents stopped.`,
          'Access tokens that were issued before give no access, and expire within 15 minutes.',
        ])
      }),
    )
}
