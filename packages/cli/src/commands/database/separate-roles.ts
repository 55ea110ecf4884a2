import type { Command } from 'commander'
import { CommandFailed, wrongUsage } from '../../command-failed.ts'
import { withKen } from '../../connect.ts'
import type { CommonOptions, World } from '../../world.ts'
import { shellWord } from './shell-word.ts'

type Options = CommonOptions & { readonly owner: string; readonly runtime: string }

/**
 * `ken database roles`: one database role that owns the tables, and one for Ken that only reads and
 * writes rows.
 */
export function separateRolesCommand(command: Command, world: World): void {
  command
    .option('--owner <role>', 'the role that owns the tables and migrates them', 'ken_owner')
    .option('--runtime <role>', 'the role that Ken runs as', 'ken_app')
    .addHelpText(
      'after',
      '\nExample:\n  KEN_DATABASE_URL=postgres://postgres@db/ken ken database roles',
    )
    .action(async (options: Options) => {
      const { owner, runtime } = options
      for (const name of [owner, runtime])
        if (!/^[a-z_][a-z0-9_]{0,62}$/.test(name) || name.startsWith('pg_'))
          throw wrongUsage(
            `${name} is not a name for a role. Use up to 63 lower-case letters, digits and underscores.`,
          )
      if (owner === runtime) throw wrongUsage('The two roles need different names.')
      await withKen(world, options, async ({ own, config }, out) => {
        if (own === null || config.databaseUrl === null) throw new CommandFailed(noRoles)
        const created = await own.separateRoles({ owner, runtime })
        const urlOf = (role: string, password: string | null) =>
          urlWith(config.databaseUrl ?? '', role, password)
        const owners = { role: owner, url: urlOf(owner, created.ownerPassword) }
        const runs = { role: runtime, url: urlOf(runtime, created.runtimePassword) }
        out.result(
          {
            owner: { ...owners, created: created.ownerPassword !== null },
            runtime: { ...runs, created: created.runtimePassword !== null },
          },
          [
            `${done(created.ownerPassword)} ${owner}, the owner of Ken's tables. Before the start of a new version:`,
            `  KEN_DATABASE_URL=${shellWord(owners.url)} ken migrate`,
            `${done(created.runtimePassword)} ${runtime}, which reads and writes rows. For all other commands:`,
            `  export KEN_DATABASE_URL=${shellWord(runs.url)}`,
            ...(created.ownerPassword === null && created.runtimePassword === null
              ? []
              : ['Passwords of new roles are shown only now.']),
          ],
        )
      })
    })
}

const noRoles =
  'The embedded database has no roles, because this program is its only user. Roles need a PostgreSQL server: see KEN_DATABASE_URL.'

const done = (password: string | null): string =>
  password === null ? 'Updated the role' : 'Created the role'

/** The URL with another user. A password that is not known is PASSWORD. */
function urlWith(databaseUrl: string, role: string, password: string | null): string {
  if (!URL.canParse(databaseUrl))
    return `postgres://${role}:${password ?? 'PASSWORD'}@HOST/DATABASE`
  const url = new URL(databaseUrl)
  return Object.assign(url, { username: role, password: password ?? 'PASSWORD' }).href
}
