import { err, findAccount, listAccounts, operator, resetOwnerPassword } from '@ken/core'
import { anyAccount } from '@ken/core/ports'
import type { Command } from 'commander'
import { wrongUsage } from '../../command-failed.ts'
import { valueOf } from '../../value-of.ts'
import { withExaminedKen, withKen } from '../../connect.ts'
import { readSecret } from '../../terminal/read-secret.ts'
import { passwordOption, warnOfVisiblePassword } from '../../shared-options.ts'
import type { CommonOptions, Connection, World } from '../../world.ts'

type Options = CommonOptions & {
  readonly email: string
  readonly password?: string
  readonly temporary?: boolean
}

/** `ken reset-password`: for the only active Owner, who has no other Owner to ask. */
export function resetOwnerPasswordCommand(command: Command, world: World): void {
  command
    .requiredOption('--email <address>', "the Owner's address")
    .addOption(passwordOption())
    .option(
      '--temporary',
      'create a temporary password instead, to be replaced at the next sign-in',
    )
    .addHelpText('after', '\nExamples:\n  ken reset-password --email ana@example.com')
    .addHelpText('after', '  ken reset-password --email ana@example.com --temporary')
    .action(async (options: Options) => {
      const { email, temporary: isTemporary = false } = options
      if (isTemporary && options.password !== undefined)
        throw wrongUsage('Use either --password or --temporary.')
      warnOfVisiblePassword(world, options)
      const isAsked = !isTemporary && options.password === undefined
      const newPassword = isAsked
        ? await askForPassword(world, options)
        : (options.password ?? null)
      const withOpened = isAsked ? withExaminedKen : withKen
      await withOpened(world, options, async ({ run }, out) => {
        const { account, temporary } = valueOf(
          await run(resetOwnerPassword, { actor: operator, email, newPassword }),
        )
        const expiresAt = temporary?.expiresAt.toISOString() ?? null
        const reset = {
          id: account.id,
          email: account.email,
          temporary_password: temporary?.password ?? null,
        }
        out.result({ ...reset, expires_at: expiresAt }, [
          `Reset the password of the Owner ${account.email} and ended every session.`,
          ...(temporary === null
            ? []
            : [`Temporary password, until ${expiresAt}: ${temporary.password}`]),
          'Two-factor authentication is unchanged.',
        ])
      })
    })
}

/** The database is closed before the prompt, which may stay open for long, and others can use it. */
async function askForPassword(world: World, options: Options): Promise<string> {
  // Before the prompt, so that no one types a password in vain.
  await withKen(world, options, ({ run }) => refuseUnlessOnlyOwner(run, options.email))
  return readSecret(world, { name: 'new password', confirmed: true })
}

async function refuseUnlessOnlyOwner(run: Connection['run'], email: string): Promise<void> {
  const { id } = valueOf(await run(findAccount, { actor: operator, email }))
  const filter = { ...anyAccount, role: 'Owner', status: 'active' } as const
  const page = { after: null, limit: 2 }
  const { items } = valueOf(await run(listAccounts, { actor: operator, filter, page }))
  if (items.length !== 1 || items[0]?.id !== id) valueOf(err({ code: 'account.not_only_owner' }))
}
