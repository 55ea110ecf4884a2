import { createServiceKey, operator } from '@ken/core'
import type { Command } from 'commander'
import { valueOf } from '../../value-of.ts'
import { withKen } from '../../connect.ts'
import { addNewKeyOptions, newKeyOf, showNewKey, type NewKeyOptions } from '../../new-key.ts'
import { typedKen } from '../../typed-command.ts'
import type { World } from '../../world.ts'

/**
 * `ken keys create-service`: a key for a surface that acts on behalf of many people. It is shown
 * only this once.
 */
export function createServiceKeyCommand(command: Command, world: World): void {
  addNewKeyOptions(
    command.requiredOption(
      '--source <platform>',
      'the platform whose identities it may act on behalf of',
    ),
  )
    .addHelpText(
      'after',
      '\nExample:\n  ken keys create-service --source portal --name "chat bot" --days never',
    )
    .action((options: NewKeyOptions & { readonly source: string }) =>
      withKen(world, options, async ({ run }, out) => {
        const { source } = options
        const created = await run(createServiceKey, {
          actor: operator,
          source,
          ...newKeyOf(options),
        })
        showNewKey(out, valueOf(created), source, typedKen(world.env))
      }),
    )
}
