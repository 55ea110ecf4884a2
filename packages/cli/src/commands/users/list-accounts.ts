import { listAccounts, operator, roles, type Account, type PageRequest } from '@ken/core'
import { personView } from '@ken/presentation'
import { InvalidArgumentError, Option, type Command } from 'commander'
import { valueOf } from '../../value-of.ts'
import { withKen } from '../../connect.ts'
import { everyPage } from '../../every-page.ts'
import { columns } from '../../terminal/output.ts'
import { typedKen } from '../../typed-command.ts'
import type { CommonOptions, World } from '../../world.ts'

type Options = CommonOptions & {
  readonly search?: string
  readonly role?: Account['role']
  readonly status?: Account['status']
  readonly mfa?: 'enabled' | 'missing'
}

/** As much as the API accepts: the database takes long to compare more. */
function parseSearch(input: string): string {
  if (input.length <= 100) return input
  throw new InvalidArgumentError('It may have at most 100 characters.')
}

/** `ken users list`: all accounts, or those that match, by address. */
export function listAccountsCommand(command: Command, world: World): void {
  command
    .option('--search <text>', 'only people with this in address or name', parseSearch)
    .addOption(new Option('--role <role>', 'only people with this role').choices(roles))
    .addOption(new Option('--status <status>', 'only these').choices(['active', 'deactivated']))
    .addOption(
      new Option(
        '--mfa <state>',
        'only people with this state of two-factor authentication',
      ).choices(['enabled', 'missing']),
    )
    .addHelpText('after', '\nExample:\n  ken users list --search ana --status active')
    .action((options: Options) =>
      withKen(world, options, async ({ run }, out) => {
        const filter = {
          text: options.search ?? null,
          role: options.role ?? null,
          status: options.status ?? null,
          mfa: options.mfa ?? null,
        }
        const people = await everyPage(async (page: PageRequest<Account['email']>) =>
          valueOf(await run(listAccounts, { actor: operator, filter, page })),
        )
        const rows = people.map(({ id, email, role, status, name }) => [
          id,
          email,
          role,
          status,
          name,
        ])
        out.result(
          { data: people.map(personView) },
          rows.length === 0
            ? [isFiltered(filter) ? 'No user matches.' : noUsers(world)]
            : columns([['ID', 'EMAIL', 'ROLE', 'STATUS', 'NAME'], ...rows]),
        )
      }),
    )
}

const isFiltered = (filter: object): boolean =>
  Object.values(filter).some((wanted) => wanted !== null)

const noUsers = ({ env }: World): string =>
  `No users yet. Invite a person with: ${typedKen(env)} users invite EMAIL --role Member`
