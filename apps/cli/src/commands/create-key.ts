import { createKey, findAccount, keyLifetimesDays, operator } from '@ken/core'
import { Option, type Command } from 'commander'
import { valueOf } from '../command-failed.ts'
import { withKen } from '../connect.ts'
import { parseList } from '../options.ts'
import type { CommonOptions, World } from '../world.ts'

type Options = CommonOptions & {
  readonly email: string
  readonly name: string
  readonly days: string
  readonly sources?: readonly string[]
}

/** By what is typed; `null` would be lost on its way through the parser. */
const lifetimes = new Map(keyLifetimesDays.map((days) => [String(days ?? 'never'), days]))

/** `ken keys create`: an API key that acts as its owner. The only time that the key is shown. */
export function createKeyCommand(command: Command, world: World): void {
  command
    .requiredOption('--email <address>', 'whose key it is')
    .requiredOption('--name <name>', 'what the key is for')
    .addOption(new Option('--days <days>', 'how long it works').choices([...lifetimes.keys()]).default('90'))
    .option('--sources <sources>', 'only these sources, parted by commas (default: all the person may see)', parseList)
    .addHelpText('after', '\nExample:\n  ken keys create --email ana@example.com --name laptop --days 365')
    .action((options: Options) =>
      withKen(world, options, async ({ run }, out) => {
        const { email, name, days, sources = null } = options
        const owner = valueOf(await run(findAccount, { actor: operator, email }))
        const lifetimeDays = lifetimes.get(days)! // One of the choices.
        const created = await run(createKey, { actor: operator, ownerId: owner.id, name, lifetimeDays, sources })
        const { key, plain } = valueOf(created)
        const expiresAt = key.expiresAt?.toISOString() ?? null
        out.result({ key: plain, id: key.id, name: key.name, prefix: key.prefix, expires_at: expiresAt, sources: key.sources }, [
          plain,
          '',
          `This key of ${owner.email} is shown this once: keep it where secrets are kept.`,
          expiresAt === null ? 'It never expires.' : `It works until ${expiresAt}.`,
          `Revoke it with: ken keys revoke ${key.id}`,
        ])
      }),
    )
}
