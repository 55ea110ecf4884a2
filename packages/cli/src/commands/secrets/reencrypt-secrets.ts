import { operator, reencryptSecrets } from '@ken/core'
import type { Command } from 'commander'
import { CommandFailed } from '../../command-failed.ts'
import { withKen } from '../../connect.ts'
import { plural } from '../../terminal/output.ts'
import type { CommonOptions, World } from '../../world.ts'

/** `ken secrets reencrypt`: finishes a rotation, so that the older secret can be removed. */
export function reencryptSecretsCommand(command: Command, world: World): void {
  command
    .addHelpText('after', '\nExample:\n  ken secrets reencrypt')
    .addHelpText('after', '\nRun it once every server has the new value of KEN_SECRETS.')
    .action((options: CommonOptions) =>
      withKen(world, options, async ({ run }, out) => {
        const { reencrypted, unreadable } = await run(reencryptSecrets, { actor: operator })
        out.result({ reencrypted, unreadable }, [
          `Encrypted ${plural(reencrypted, 'secret')} again with the newest entry of KEN_SECRETS.`,
        ])
        if (unreadable === 0) return
        throw new CommandFailed(
          `No entry of KEN_SECRETS decrypts ${plural(unreadable, 'secret')}. Add the missing entry after the others and run this again. If it is lost, remove those second factors with: ken reset-mfa. If a bot reports that its token is unreadable, enter the token again.`,
        )
      }),
    )
}
