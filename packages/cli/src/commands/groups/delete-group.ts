import { deleteGroup, operator } from '@ken/core'
import type { Command } from 'commander'
import { valueOf } from '../../value-of.ts'
import { withKen } from '../../connect.ts'
import type { CommonOptions, World } from '../../world.ts'

/**
 * `ken groups delete SLUG`: deletes a group and its memberships; refused while documents allow it.
 */
export function deleteGroupCommand(command: Command, world: World): void {
  command
    .argument('<slug>', 'the group')
    .addHelpText('after', '\nExample:\n  ken groups delete finance')
    .action((slug: string, options: CommonOptions) =>
      withKen(world, options, async ({ run }, out) => {
        valueOf(await run(deleteGroup, { actor: operator, slug }))
        out.result({ slug, deleted: true }, [`Deleted the group ${slug}.`])
      }),
    )
}
