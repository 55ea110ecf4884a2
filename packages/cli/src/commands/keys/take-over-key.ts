import { findAccount, operator, takeOverKey } from '@ken/core'
import type { Command } from 'commander'
import { valueOf } from '../../value-of.ts'
import { withKen } from '../../connect.ts'
import { parseKeyId } from '../../key-id.ts'
import type { CommonOptions, World } from '../../world.ts'

/**
 * `ken keys take-over ID --email OWNER`: makes another Owner responsible for a service key, so that
 * it stays valid.
 */
export function takeOverKeyCommand(command: Command, world: World): void {
  command
    .argument('<id>', 'the id of the service key, as `ken keys list` shows it')
    .requiredOption('--email <address>', 'the active Owner who becomes responsible for it')
    .addHelpText(
      'after',
      '\nExample:\n  ken keys take-over 0197c1a2-7b1e-7cc3-9a51-0d2f6f6f0b11 --email ana@example.com',
    )
    .action((input: string, options: CommonOptions & { readonly email: string }) => {
      const keyId = parseKeyId(input)
      return withKen(world, options, async ({ run }, out) => {
        const owner = valueOf(await run(findAccount, { actor: operator, email: options.email }))
        valueOf(await run(takeOverKey, { actor: operator, keyId, ownerId: owner.id }))
        out.result({ id: keyId, responsible_email: owner.email }, [
          `${owner.email} is now responsible for the key ${keyId}.`,
        ])
      })
    })
}
