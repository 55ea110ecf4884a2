import { createKey, findAccount, operator } from '@ken/core'
import type { Command } from 'commander'
import { valueOf } from '../../value-of.ts'
import { withKen } from '../../connect.ts'
import { addNewKeyOptions, newKeyOf, showNewKey, type NewKeyOptions } from '../../new-key.ts'
import { typedKen } from '../../typed-command.ts'
import type { World } from '../../world.ts'

/** `ken keys create`: an API key that acts as its owner. It is shown only this once. */
export function createKeyCommand(command: Command, world: World): void {
  addNewKeyOptions(command.requiredOption('--email <address>', 'the owner of the key'))
    .addHelpText(
      'after',
      '\nExample:\n  ken keys create --email ana@example.com --name laptop --days 365',
    )
    .action((options: NewKeyOptions & { readonly email: string }) =>
      withKen(world, options, async ({ run }, out) => {
        const owner = valueOf(await run(findAccount, { actor: operator, email: options.email }))
        const created = await run(createKey, {
          actor: operator,
          ownerId: owner.id,
          ...newKeyOf(options),
        })
        showNewKey(out, valueOf(created), owner.email, typedKen(world.env))
      }),
    )
}
