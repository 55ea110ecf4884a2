import {
  findAccount,
  listKeys,
  operator,
  type KeyId,
  type ListedKey,
  type PageRequest,
} from '@ken/core'
import { keyView } from '@ken/presentation'
import type { Command } from 'commander'
import { valueOf } from '../../value-of.ts'
import { withKen } from '../../connect.ts'
import { everyPage } from '../../every-page.ts'
import { columns } from '../../terminal/output.ts'
import { typedKen } from '../../typed-command.ts'
import type { CommonOptions, World } from '../../world.ts'

type Options = CommonOptions & { readonly email?: string; readonly responsible?: string }

/**
 * `ken keys list`: all keys, those of one person, or those that depend on a person; newest first,
 * without their secrets.
 */
export function listKeysCommand(command: Command, world: World): void {
  command
    .option('--email <address>', 'only the keys of this person')
    .option('--responsible <address>', 'only the keys that stop working without this person')
    .addHelpText('after', '\nExample:\n  ken keys list --email ana@example.com')
    .action((options: Options) =>
      withKen(world, options, async ({ run }, out) => {
        const idOf = async (address: string | undefined) =>
          address === undefined
            ? null
            : valueOf(await run(findAccount, { actor: operator, email: address })).id
        const ownerId = await idOf(options.email)
        const filter = { responsibleId: await idOf(options.responsible) }
        const keys = await everyPage(async (page: PageRequest<KeyId>) =>
          valueOf(await run(listKeys, { actor: operator, ownerId, filter, page })),
        )
        const rows = keys.map((key) => [
          key.id,
          `${key.prefix}…`,
          key.status,
          dayOf(key.expiresAt),
          holderOf(key),
          responsibleOf(key),
          key.name,
        ])
        out.result(
          { data: keys.map(keyView) },
          rows.length === 0
            ? [
                `There are no keys. Create one with: ${typedKen(world.env)} keys create --email EMAIL --name NAME`,
              ]
            : columns([
                ['ID', 'KEY', 'STATUS', 'EXPIRES', 'ACTS AS', 'RESPONSIBLE', 'NAME'],
                ...rows,
              ]),
        )
      }),
    )
}

const dayOf = (date: Date | null): string => date?.toISOString().slice(0, 10) ?? 'never'

const holderOf = ({ ownerEmail, source }: ListedKey): string => ownerEmail ?? `people of ${source}`

const responsibleOf = ({ responsible, responsibleEmail }: ListedKey): string =>
  responsibleEmail ?? (responsible === 'organisation' ? 'organisation' : 'deleted account')
