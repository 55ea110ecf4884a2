import { findAccount, listKeys, operator, type KeyId, type ListedKey, type PageWanted } from '@ken/core'
import type { Command } from 'commander'
import { valueOf } from '../command-failed.ts'
import { withKen } from '../connect.ts'
import { everyPage } from '../every-page.ts'
import { columns } from '../output.ts'
import { typedKen } from '../typed-command.ts'
import type { CommonOptions, World } from '../world.ts'

type Options = CommonOptions & { readonly email?: string }

/** `ken keys list`: everybody's keys or one person's, newest first, without their secrets. */
export function listKeysCommand(command: Command, world: World): void {
  command
    .option('--email <address>', 'only the keys of this person')
    .addHelpText('after', '\nExample:\n  ken keys list --email ana@example.com')
    .action((options: Options) =>
      withKen(world, options, async ({ run }, out) => {
        const { email } = options
        const owner = email === undefined ? null : valueOf(await run(findAccount, { actor: operator, email }))
        const ownerId = owner?.id ?? null
        const keys = await everyPage(async (page: PageWanted<KeyId>) =>
          valueOf(await run(listKeys, { actor: operator, ownerId, page })),
        )
        const rows = keys.map((key) => [key.id, `${key.prefix}…`, key.status, dayOf(key.expiresAt), holderOf(key), key.name])
        out.result(
          { data: keys.map(view) },
          rows.length === 0
            ? [`There are no keys. Create one with: ${typedKen(world.env)} keys create --email EMAIL --name NAME`]
            : columns([['ID', 'KEY', 'STATUS', 'EXPIRES', 'ACTS AS', 'NAME'], ...rows]),
        )
      }),
    )
}

const dayOf = (date: Date | null): string => date?.toISOString().slice(0, 10) ?? 'never'

const holderOf = ({ ownerEmail, source }: ListedKey): string => ownerEmail ?? `people of ${source}`

const view = (key: ListedKey) => ({
  id: key.id,
  kind: key.kind,
  owner_id: key.ownerId,
  owner_email: key.ownerEmail,
  source: key.source,
  name: key.name,
  prefix: key.prefix,
  sources: key.sources,
  status: key.status,
  created_at: key.createdAt.toISOString(),
  expires_at: key.expiresAt?.toISOString() ?? null,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
})
