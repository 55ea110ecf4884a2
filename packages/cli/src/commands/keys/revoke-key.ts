import { operator, revokeKey } from '@ken/core'
import type { Command } from 'commander'
import { valueOf } from '../../value-of.ts'
import { withKen } from '../../connect.ts'
import { parseKeyId } from '../../key-id.ts'
import type { CommonOptions, World } from '../../world.ts'

/** `ken keys revoke ID`: every process refuses the next request with the key. Idempotent. */
export function revokeKeyCommand(command: Command, world: World): void {
  command
    .argument('<id>', 'the id of the key, as `ken keys list` shows it')
    .addHelpText('after', '\nExample:\n  ken keys revoke 0197c1a2-7b1e-7cc3-9a51-0d2f6f6f0b11')
    .action((input: string, options: CommonOptions) => {
      const keyId = parseKeyId(input)
      return withKen(world, options, async ({ run }, out) => {
        valueOf(await run(revokeKey, { actor: operator, keyId, scope: 'all' }))
        out.result({ id: keyId, revoked: true }, [`Revoked the key ${keyId}.`])
      })
    })
}
