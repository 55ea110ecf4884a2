import { canonicalEmail, err, isSetUp, operator, setUpOwner } from '@ken/core'
import type { Command } from 'commander'
import { readSecret } from '../../terminal/read-secret.ts'
import { valueOf } from '../../value-of.ts'
import { withExaminedKen, withMigratedKen } from '../../connect.ts'
import { typedKen } from '../../typed-command.ts'
import { passwordOption, warnOfVisiblePassword } from '../../shared-options.ts'
import type { CommonOptions, World } from '../../world.ts'

type Options = CommonOptions & {
  readonly email: string
  readonly password?: string
  readonly name?: string
}

/** `ken init-owner`: creates the first Owner, once, with the use case and lock of `/setup`. */
export function initOwnerCommand(command: Command, world: World): void {
  command
    .requiredOption('--email <address>', 'the address to sign in with')
    .addOption(passwordOption())
    .option(
      '--name <name>',
      'the name of the person (default: the part of the address before the @)',
    )
    .addHelpText('after', '\nExamples:\n  ken init-owner --email ana@example.com')
    .addHelpText('after', '  ken init-owner --email ana@example.com < password.txt')
    .action(async (options: Options) => {
      const { email, name } = options
      // What can fail without the password is checked first, so that no one types it in vain.
      if (canonicalEmail(email) === null) valueOf(err({ code: 'account.email_invalid' }))
      warnOfVisiblePassword(world, options)
      const isAsked = options.password === undefined
      const password = options.password ?? (await askForPassword(world, options))
      const withOpened = isAsked ? withExaminedKen : withMigratedKen
      await withOpened(world, options, async ({ run }, out) => {
        const { account } = valueOf(
          await run(setUpOwner, { actor: operator, email, password, name }),
        )
        out.result(
          { id: account.id, email: account.email, name: account.name, role: account.role },
          [
            `Created the Owner ${account.email}. Next: ${typedKen(world.env)} keys create --email ${account.email} --name laptop`,
          ],
        )
      })
    })
}

/** The database is closed before the prompt, which may stay open for long, and others can use it. */
async function askForPassword(world: World, options: Options): Promise<string> {
  await withMigratedKen(world, options, async ({ run }) => {
    if (await run(isSetUp, undefined)) valueOf(err({ code: 'account.already_set_up' }))
  })
  return readSecret(world, { name: 'password', confirmed: true })
}
