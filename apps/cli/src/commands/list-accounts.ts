import { listAccounts, operator, roles, type Account, type PageWanted } from '@ken/core'
import { Option, type Command } from 'commander'
import { valueOf } from '../command-failed.ts'
import { withKen } from '../connect.ts'
import { everyPage } from '../every-page.ts'
import { columns } from '../output.ts'
import { typedKen } from '../typed-command.ts'
import type { CommonOptions, World } from '../world.ts'

type Options = CommonOptions & {
  readonly search?: string
  readonly role?: Account['role']
  readonly status?: Account['status']
}

/** `ken users list`: everybody with an account, or who matches, by address. */
export function listAccountsCommand(command: Command, world: World): void {
  command
    .option('--search <text>', 'only people with this in address or name')
    .addOption(new Option('--role <role>', 'only people with this role').choices(roles))
    .addOption(new Option('--status <status>', 'only these').choices(['active', 'deactivated']))
    .addHelpText('after', '\nExample:\n  ken users list --search ana --status active')
    .action((options: Options) =>
      withKen(world, options, async ({ run }, out) => {
        const filter = { text: options.search ?? null, role: options.role ?? null, status: options.status ?? null }
        const people = await everyPage(async (page: PageWanted<Account['email']>) =>
          valueOf(await run(listAccounts, { actor: operator, filter, page })),
        )
        const rows = people.map(({ id, email, role, status, name }) => [id, email, role, status, name])
        out.result(
          { data: people.map(view) },
          rows.length === 0
            ? [isFiltered(filter) ? 'Nobody matches.' : nobody(world)]
            : columns([['ID', 'EMAIL', 'ROLE', 'STATUS', 'NAME'], ...rows]),
        )
      }),
    )
}

const isFiltered = (filter: object): boolean => Object.values(filter).some((wanted) => wanted !== null)

const nobody = ({ env }: World): string =>
  `There is nobody. Invite somebody with: ${typedKen(env)} users invite EMAIL --role Member`

const view = (account: Account) => ({
  id: account.id,
  email: account.email,
  name: account.name,
  role: account.role,
  status: account.status,
  must_change_password: account.mustChangePassword,
  mfa_enabled: account.mfaEnabledAt !== null,
  created_at: account.createdAt.toISOString(),
  last_sign_in_at: account.lastSignInAt?.toISOString() ?? null,
})
