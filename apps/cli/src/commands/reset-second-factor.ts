import { findAccount, operator, resetSecondFactor } from '@ken/core'
import type { Command } from 'commander'
import { valueOf } from '../command-failed.ts'
import { withKen } from '../connect.ts'
import type { CommonOptions, World } from '../world.ts'

type Options = CommonOptions & { readonly email: string }

/** `ken reset-mfa`: for somebody who lost authenticator and recovery codes, the last Owner included. */
export function resetSecondFactorCommand(command: Command, world: World): void {
  command
    .requiredOption('--email <address>', "the person's address")
    .addHelpText('after', '\nExample:\n  ken reset-mfa --email ana@example.com')
    .action((options: Options) =>
      withKen(world, options, async ({ run }, out) => {
        const account = valueOf(await run(findAccount, { actor: operator, email: options.email }))
        valueOf(await run(resetSecondFactor, { actor: operator, userId: account.id }))
        out.result({ id: account.id, email: account.email, reset: true }, [
          `${account.email} has no second factor now, and every session was ended.`,
          'The next sign-in needs the password alone, and enrols a new one where the role requires it.',
        ])
      }),
    )
}
