import { createGroup, operator } from '@ken/core'
import type { Command } from 'commander'
import { valueOf } from '../command-failed.ts'
import { withKen } from '../connect.ts'
import type { CommonOptions, World } from '../world.ts'

/** `ken groups create SLUG`: a group that documents may name as `group:SLUG`. */
export function createGroupCommand(command: Command, world: World): void {
  command
    .argument('<slug>', 'lower-case letters, digits and dashes')
    .addHelpText('after', '\nExample:\n  ken groups create finance')
    .action((slug: string, options: CommonOptions) =>
      withKen(world, options, async ({ run }, out) => {
        const group = valueOf(await run(createGroup, { actor: operator, slug }))
        out.result({ slug: group.slug, created_at: group.createdAt.toISOString() }, [
          `Created the group ${group.slug}. Documents name it as group:${group.slug}; add people with: ken groups add ${group.slug} EMAIL`,
        ])
      }),
    )
}
