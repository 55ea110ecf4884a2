import { operator, resetOwnerPassword } from '@ken/core'
import type { Command } from 'commander'
import { valueOf, wrongUsage } from '../command-failed.ts'
import { withKen } from '../connect.ts'
import { outputOf } from '../output.ts'
import { readSecret } from '../read-secret.ts'
import type { CommonOptions, World } from '../world.ts'

type Options = CommonOptions & { readonly email: string; readonly password?: string; readonly temporary?: boolean }

/** `ken reset-password`: for the only active Owner, who has no other Owner to ask. */
export function resetOwnerPasswordCommand(command: Command, world: World): void {
  command
    .requiredOption('--email <address>', "the Owner's address")
    .option('--password <password>', 'without it: asked for, or the first line of standard input')
    .option('--temporary', 'make a temporary password instead, to be replaced at the next sign-in')
    .addHelpText('after', '\nExamples:\n  ken reset-password --email ana@example.com')
    .addHelpText('after', '  ken reset-password --email ana@example.com --temporary')
    .action(async (options: Options) => {
      const { email, temporary: isTemporary = false } = options
      if (isTemporary && options.password !== undefined) throw wrongUsage('Give either --password or --temporary.')
      if (options.password !== undefined)
        outputOf(world, {}).warn('--password shows in the list of processes. Leave it out to be asked for it.')
      const asked = async () => options.password ?? readSecret(world, { name: 'new password', confirmed: true })
      const newPassword = isTemporary ? null : await asked()
      await withKen(world, options, async ({ run }, out) => {
        const { account, temporary } = valueOf(await run(resetOwnerPassword, { actor: operator, email, newPassword }))
        const expiresAt = temporary?.expiresAt.toISOString() ?? null
        const reset = { id: account.id, email: account.email, temporary_password: temporary?.password ?? null }
        out.result({ ...reset, expires_at: expiresAt }, [
          `Reset the password of the Owner ${account.email} and ended every session.`,
          ...(temporary === null ? [] : [`Temporary password, until ${expiresAt}: ${temporary.password}`]),
          'The second factor is the same as before.',
        ])
      })
    })
}
