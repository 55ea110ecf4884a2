import { operator, resetOwnerPassword } from '@ken/core'
import type { Command } from 'commander'
import { wrongUsage } from '../../command-failed.ts'
import { valueOf } from '../../value-of.ts'
import { withKen } from '../../connect.ts'
import { outputOf } from '../../terminal/output.ts'
import { readSecret } from '../../terminal/read-secret.ts'
import type { CommonOptions, World } from '../../world.ts'

type Options = CommonOptions & {
  readonly email: string
  readonly password?: string
  readonly temporary?: boolean
}

/** `ken reset-password`: for the only active Owner, who has no other Owner to ask. */
export function resetOwnerPasswordCommand(command: Command, world: World): void {
  command
    .requiredOption('--email <address>', "the Owner's address")
    .option(
      '--password <password>',
      'the password (default: a prompt, or the first line of standard input)',
    )
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
      if (options.password !== undefined)
        outputOf(world, {}).warn(
          '--password is visible in the list of processes. Omit it to be asked for the password.',
        )
      const asked = async () =>
        options.password ?? readSecret(world, { name: 'new password', confirmed: true })
      const newPassword = isTemporary ? null : await asked()
      await withKen(world, options, async ({ run }, out) => {
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
