import { operator, removeGroupMember } from '@ken/core'
import type { Command } from 'commander'
import { valueOf } from '../../value-of.ts'
import { withKen } from '../../connect.ts'
import type { CommonOptions, World } from '../../world.ts'

/**
 * `ken groups remove SLUG EMAIL`: from the next search on, the person no longer sees what the group
 * may see.
 */
export function removeGroupMemberCommand(command: Command, world: World): void {
  command
    .argument('<slug>', 'the group')
    .argument('<email>', 'the person')
    .addHelpText('after', '\nExample:\n  ken groups remove finance ana@example.com')
    .action((slug: string, email: string, options: CommonOptions) =>
      withKen(world, options, async ({ run }, out) => {
        const { changed } = valueOf(await run(removeGroupMember, { actor: operator, slug, email }))
        out.result({ slug, email, changed }, [
          `${email} ${changed ? 'is no longer' : 'was not'} a member of ${slug}.`,
        ])
      }),
    )
}
