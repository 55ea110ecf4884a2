import { operator, setUpOwner } from '@ken/core'
import type { Command } from 'commander'
import { readSecret } from '../read-secret.ts'
import { valueOf } from '../command-failed.ts'
import { withMigratedKen } from '../connect.ts'
import { outputOf } from '../output.ts'
import type { CommonOptions, World } from '../world.ts'

type Options = CommonOptions & { readonly email: string; readonly password?: string; readonly name?: string }

/** `ken init-owner`: creates the first Owner, once, by the same path and lock as `/setup`. */
export function initOwnerCommand(command: Command, world: World): void {
  command
    .requiredOption('--email <address>', 'the address to sign in with')
    .option('--password <password>', 'without it: asked for, or the first line of standard input')
    .option('--name <name>', 'how the person is called (default: the part of the address before the @)')
    .addHelpText('after', '\nExamples:\n  ken init-owner --email ana@example.com')
    .addHelpText('after', '  ken init-owner --email ana@example.com < password.txt')
    .action(async (options: Options) => {
      const { email, name } = options
      if (options.password !== undefined)
        outputOf(world, {}).warn('--password shows in the list of processes. Leave it out to be asked for it.')
      const password = options.password ?? (await readSecret(world, { name: 'password', confirmed: true }))
      await withMigratedKen(world, options, async ({ run }, out) => {
        const { account } = valueOf(await run(setUpOwner, { actor: operator, email, password, name }))
        out.result({ id: account.id, email: account.email, name: account.name, role: account.role }, [
          `Created the Owner ${account.email}. Next: ken keys create --email ${account.email} --name laptop`,
        ])
      })
    })
}
