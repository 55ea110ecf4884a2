import type { Command } from 'commander'
import { outputOf } from '../../terminal/output.ts'
import type { CommonOptions, World } from '../../world.ts'

type Options = CommonOptions & { readonly unused?: true }

/**
 * `ken secrets generate`: a value for `KEN_SECRETS` (`id:base64`), 256 random bits under a random
 * id. Stores nothing.
 */
export function generateSecretsCommand(command: Command, world: World): void {
  command
    .option('--unused', 'mark it as not used yet (id~:base64), to begin a rotation')
    .addHelpText('after', '\nExamples:\n  export KEN_SECRETS="$(ken secrets generate)"')
    .addHelpText('after', '  export KEN_SECRETS="$(ken secrets generate --unused),$KEN_SECRETS"')
    .addHelpText('after', rotation)
    .action(async (options: Options) => {
      const { generateSecrets, generateUnusedSecret } = await import('@ken/composition')
      const secrets = options.unused === true ? generateUnusedSecret() : generateSecrets()
      outputOf(world, options).result({ secrets }, [secrets])
    })
}

const rotation = `
To rotate without signing anyone out:
  1. Put the value of --unused before the old one, separated by a comma. Restart every process of Ken.
  2. Remove the ~. Restart every process of Ken.
  3. Run: ken secrets reencrypt
  4. Remove the old entry when ken doctor says that it is no longer needed.`
