import { deactivateAccount, findAccount, operator } from '@ken/core'
import type { Command } from 'commander'
import { valueOf } from '../command-failed.ts'
import { withKen } from '../connect.ts'
import type { CommonOptions, World } from '../world.ts'

/** `ken users deactivate`: shuts a person out at once. */
export function deactivateAccountCommand(command: Command, world: World): void {
  command
    .argument('<email>', "the person's address")
    .addHelpText('after', '\nExample:\n  ken users deactivate ana@example.com')
    .action((email: string, options: CommonOptions) =>
      withKen(world, options, async ({ run }, out) => {
        const { id: userId } = valueOf(await run(findAccount, { actor: operator, email }))
        const account = valueOf(await run(deactivateAccount, { actor: operator, userId }))
        out.result({ id: account.id, email: account.email, status: account.status }, [
          `Deactivated ${account.email}: sessions have ended, keys are revoked and agents stopped.`,
          'An access token that was issued opens nothing that matters, and ends within 15 minutes.',
        ])
      }),
    )
}
