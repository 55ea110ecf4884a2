import { operator, revokeKey, type KeyId } from '@ken/core'
import type { Command } from 'commander'
import { valueOf, wrongUsage } from '../command-failed.ts'
import { withKen } from '../connect.ts'
import type { CommonOptions, World } from '../world.ts'

/** `ken keys revoke ID`: the next request with the key is refused in every process. Twice is once. */
export function revokeKeyCommand(command: Command, world: World): void {
  command
    .argument('<id>', 'the id of the key, as `ken keys list` shows it')
    .addHelpText('after', '\nExample:\n  ken keys revoke 0197c1a2-7b1e-7cc3-9a51-0d2f6f6f0b11')
    .action((input: string, options: CommonOptions) => {
      const keyId = parseKeyId(input)
      return withKen(world, options, async ({ run }, out) => {
        valueOf(await run(revokeKey, { actor: operator, keyId, scope: 'all' }))
        out.result({ id: keyId, revoked: true }, [`Revoked the key ${keyId}. It is refused from now on.`])
      })
    })
}

const keyIdPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Not left to the command-line parser, which repeats what it refuses: this may be a key. */
function parseKeyId(input: string): KeyId {
  const id = input.toLowerCase()
  if (keyIdPattern.test(id)) return id as KeyId
  throw wrongUsage('Name the key by its id, not by the key itself. See the ids with: ken keys list')
}
