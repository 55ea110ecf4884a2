import type { Command } from 'commander'
import { randomBytes } from 'node:crypto'
import { outputOf } from '../output.ts'
import type { CommonOptions, World } from '../world.ts'

/** `ken secrets generate`: a value for `KEN_SECRETS` (`id:base64`), 256 random bits under a random id. Stored nowhere. */
export function generateSecretsCommand(command: Command, world: World): void {
  command
    .addHelpText('after', '\nExample:\n  export KEN_SECRETS="$(ken secrets generate)"')
    .addHelpText('after', '\nTo rotate, put the new value in front of the old one, parted by a comma.')
    .action((options: CommonOptions) => {
      const secrets = `${randomBytes(4).toString('hex')}:${randomBytes(32).toString('base64')}`
      outputOf(world, options).result({ secrets }, [secrets])
    })
}
