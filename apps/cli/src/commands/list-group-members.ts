import { listGroupMembers, operator, type Account, type PageWanted } from '@ken/core'
import type { Command } from 'commander'
import { valueOf } from '../command-failed.ts'
import { withKen } from '../connect.ts'
import { everyPage } from '../every-page.ts'
import { columns } from '../output.ts'
import type { CommonOptions, World } from '../world.ts'

/** `ken groups members SLUG`: who shares what the group may see. */
export function listGroupMembersCommand(command: Command, world: World): void {
  command
    .argument('<slug>', 'the group')
    .addHelpText('after', '\nExample:\n  ken groups members finance')
    .action((slug: string, options: CommonOptions) =>
      withKen(world, options, async ({ run }, out) => {
        const members = await everyPage(async (page: PageWanted<Account['email']>) =>
          valueOf(await run(listGroupMembers, { actor: operator, slug, page })),
        )
        const data = members.map(({ id, email, name, status }) => ({ id, email, name, status }))
        const rows = data.map(({ email, name, status }) => [email, status, name])
        out.result(
          { data },
          rows.length === 0 ? [`The group ${slug} has no members.`] : columns([['EMAIL', 'STATUS', 'NAME'], ...rows]),
        )
      }),
    )
}
