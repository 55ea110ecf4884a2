import { listGroupMembers, operator, type Account, type PageRequest } from '@ken/core'
import { personView } from '@ken/presentation'
import type { Command } from 'commander'
import { valueOf } from '../../value-of.ts'
import { withKen } from '../../connect.ts'
import { everyPage } from '../../every-page.ts'
import { columns } from '../../terminal/output.ts'
import type { CommonOptions, World } from '../../world.ts'

/** `ken groups members SLUG`: the members of a group. */
export function listGroupMembersCommand(command: Command, world: World): void {
  command
    .argument('<slug>', 'the group')
    .addHelpText('after', '\nExample:\n  ken groups members finance')
    .action((slug: string, options: CommonOptions) =>
      withKen(world, options, async ({ run }, out) => {
        const members = await everyPage(async (page: PageRequest<Account['email']>) =>
          valueOf(await run(listGroupMembers, { actor: operator, slug, page })),
        )
        const data = members.map(personView)
        const rows = data.map(({ email, name, status }) => [email, status, name])
        out.result(
          { data },
          rows.length === 0
            ? [`The group ${slug} has no members.`]
            : columns([['EMAIL', 'STATUS', 'NAME'], ...rows]),
        )
      }),
    )
}
