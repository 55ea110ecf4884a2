import { createGroup, operator } from '@ken/core'
import { groupView } from '@ken/presentation'
import type { Command } from 'commander'
import { valueOf } from '../../value-of.ts'
import { withKen } from '../../connect.ts'
import { typedKen } from '../../typed-command.ts'
import type { CommonOptions, World } from '../../world.ts'

/** `ken groups create SLUG`: a group that documents can allow as `group:SLUG`. */
export function createGroupCommand(command: Command, world: World): void {
  command
    .argument('<slug>', 'lower-case letters, digits and hyphens')
    .addHelpText('after', '\nExample:\n  ken groups create finance')
    .action((slug: string, options: CommonOptions) =>
      withKen(world, options, async ({ run }, out) => {
        const group = valueOf(await run(createGroup, { actor: operator, slug }))
        out.result(groupView(group), [
          `Created the group ${group.slug}. Documents name it as group:${group.slug}; add people with: ${typedKen(world.env)} groups add ${group.slug} EMAIL`,
        ])
      }),
    )
}
