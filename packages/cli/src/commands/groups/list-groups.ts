import { listGroups, operator } from '@ken/core'
import { listedGroupView } from '@ken/presentation'
import type { Command } from 'commander'
import { valueOf } from '../../value-of.ts'
import { withKen } from '../../connect.ts'
import { columns, grouped } from '../../terminal/output.ts'
import { typedKen } from '../../typed-command.ts'
import type { CommonOptions, World } from '../../world.ts'

/** `ken groups list`: all groups with the number of their members. */
export function listGroupsCommand(command: Command, world: World): void {
  command.addHelpText('after', '\nExample:\n  ken groups list').action((options: CommonOptions) =>
    withKen(world, options, async ({ run }, out) => {
      const groups = valueOf(await run(listGroups, { actor: operator }))
      const data = groups.map(listedGroupView)
      const rows = data.map(({ slug, member_count }) => [slug, grouped(member_count)])
      out.result(
        { data },
        rows.length === 0
          ? [`There are no groups. Create one with: ${typedKen(world.env)} groups create SLUG`]
          : columns([['GROUP', 'MEMBERS'], ...rows]),
      )
    }),
  )
}
