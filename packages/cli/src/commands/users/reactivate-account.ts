import { reactivateAccount, findAccount, operator } from '@ken/core'
import { personView } from '@ken/presentation'
import type { Command } from 'commander'
import { valueOf } from '../../value-of.ts'
import { withKen } from '../../connect.ts'
import type { CommonOptions, World } from '../../world.ts'

/** `ken users reactivate`: lets a person sign in again. */
export function reactivateAccountCommand(command: Command, world: World): void {
  command
    .argument('<email>', "the person's address")
    .addHelpText('after', '\nExample:\n  ken users reactivate ana@example.com')
    .action((email: string, options: CommonOptions) =>
      withKen(world, options, async ({ run }, out) => {
        const { id: userId, status } = valueOf(await run(findAccount, { actor: operator, email }))
        const account = valueOf(await run(reactivateAccount, { actor: operator, userId }))
        const said =
          status === 'active'
            ? [`${account.email} is active already.`]
            : [
                `Reactivated ${account.email}.`,
                'Sessions, keys and agents are not restored: the person signs in and creates new ones.',
              ]
        out.result(personView(account), said)
      }),
    )
}
