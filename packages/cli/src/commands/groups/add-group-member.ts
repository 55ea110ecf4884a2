import { addGroupMember, operator } from '@ken/core'
import type { Command } from 'commander'
import { valueOf } from '../../value-of.ts'
import { withKen } from '../../connect.ts'
import type { CommonOptions, World } from '../../world.ts'

/** `ken groups add SLUG EMAIL`: from the next search on, the person sees what the group may see. */
export function addGroupMemberCommand(command: Command, world: World): void {
  command
    .argument('<slug>', 'the group')
    .argument('<email>', 'the person')
    .addHelpText('after', '\nExample:\n  ken groups add finance ana@example.com')
    .action((slug: string, email: string, options: CommonOptions) =>
      withKen(world, options, async ({ run }, out) => {
        const { changed } = valueOf(await run(addGroupMember, { actor: operator, slug, email }))
        out.result({ slug, email, changed }, [
          `${email} ${changed ? 'is now' : 'already was'} a member of ${slug}.`,
        ])
      }),
    )
}
