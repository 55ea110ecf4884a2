import { findAccount, listKeys, operator, type AccountId, type ListedKey } from '@ken/core'
import type { Run } from '@ken/composition'
import type { Command } from 'commander'
import { valueOf } from '../command-failed.ts'
import { withKen } from '../connect.ts'
import { columns } from '../output.ts'
import type { CommonOptions, World } from '../world.ts'

type Options = CommonOptions & { readonly email?: string }

const pageLength = 100

/** `ken keys list`: everybody's keys or one person's, newest first, without their secrets. */
export function listKeysCommand(command: Command, world: World): void {
  command
    .option('--email <address>', 'only the keys of this person')
    .addHelpText('after', '\nExample:\n  ken keys list --email ana@example.com')
    .action((options: Options) =>
      withKen(world, options, async ({ run }, out) => {
        const { email } = options
        const owner = email === undefined ? null : valueOf(await run(findAccount, { actor: operator, email }))
        const keys = await allKeys(run, owner?.id ?? null)
        const rows = keys.map((key) => [key.id, `${key.prefix}…`, key.state, dayOf(key.expiresAt), key.name])
        out.result(
          { data: keys.map(view) },
          rows.length === 0
            ? ['There are no keys. Create one with: ken keys create --email EMAIL --name NAME']
            : columns([['ID', 'KEY', 'STATE', 'EXPIRES', 'NAME'], ...rows]),
        )
      }),
    )
}

async function allKeys(run: Run, ownerId: AccountId | null): Promise<readonly ListedKey[]> {
  const keys: ListedKey[] = []
  for (;;) {
    const before = keys.at(-1)?.id ?? null
    const page = valueOf(await run(listKeys, { actor: operator, ownerId, before, limit: pageLength }))
    keys.push(...page)
    if (page.length < pageLength) return keys
  }
}

const dayOf = (date: Date | null): string => date?.toISOString().slice(0, 10) ?? 'never'

const view = ({ id, ownerId, name, prefix, sources, state, createdAt, expiresAt, revokedAt }: ListedKey) => ({
  id,
  owner_id: ownerId,
  name,
  prefix,
  sources,
  state,
  created_at: createdAt.toISOString(),
  expires_at: expiresAt?.toISOString() ?? null,
  revoked_at: revokedAt?.toISOString() ?? null,
})
