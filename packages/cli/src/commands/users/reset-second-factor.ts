import { findAccount, operator, resetSecondFactor } from '@ken/core'
import type { Command } from 'commander'
import { valueOf } from '../../value-of.ts'
import { withKen } from '../../connect.ts'
import type { CommonOptions, World } from '../../world.ts'

type Options = CommonOptions & { readonly email: string }

/**
 * `ken reset-mfa`: for a person who lost authenticator and recovery codes, including the last
 * Owner.
 */
export function resetSecondFactorCommand(command: Command, world: World): void {
  command
    .requiredOption('--email <address>', "the person's address")
    .addHelpText('after', '\nExample:\n  ken reset-mfa --email ana@example.com')
    .action((options: Options) =>
      withKen(world, options, async ({ run }, out) => {
        const account = valueOf(await run(findAccount, { actor: operator, email: options.email }))
        valueOf(await run(resetSecondFactor, { actor: operator, userId: account.id }))
        out.result({ id: account.id, email: account.email, reset: true }, [
          `${account.email} has no two-factor authentication now, and every session was ended.`,
          'The next sign-in needs only the password, and sets up two-factor authentication again if the role requires it.',
        ])
      }),
    )
}
