import { keyLifetimesDays, type CreatedKey, type KeyLifetimeDays } from '@ken/core'
import { Option, type Command } from 'commander'
import { parseList } from './options.ts'
import type { Output } from './output.ts'
import type { CommonOptions } from './world.ts'

/** The options of every command that creates a key. */
export type NewKeyOptions = CommonOptions & {
  readonly name: string
  readonly days: string
  readonly sources?: readonly string[]
}

/** By what is typed; `null` would be lost on its way through the parser. */
const lifetimes = new Map(keyLifetimesDays.map((days) => [String(days ?? 'never'), days]))

export const addNewKeyOptions = (command: Command): Command =>
  command
    .requiredOption('--name <name>', 'what the key is for')
    .addOption(new Option('--days <days>', 'how long it works').choices([...lifetimes.keys()]).default('90'))
    .option('--sources <sources>', 'only these sources, parted by commas (default: all the person may see)', parseList)

/** What such options ask for. */
export const newKeyOf = ({ name, days, sources }: NewKeyOptions) => ({
  name,
  lifetimeDays: lifetimes.get(days) as KeyLifetimeDays, // One of the choices.
  sources: sources ?? null,
})

/** Shows a new key: the only time that it is shown. */
export function showNewKey(out: Output, { key, plain }: CreatedKey, whose: string, ken: string): void {
  const { id, name, prefix, sources } = key
  const expiresAt = key.expiresAt?.toISOString() ?? null
  out.result({ key: plain, id, name, prefix, expires_at: expiresAt, sources }, [
    plain,
    '',
    `This key of ${whose} is shown this once: keep it where secrets are kept.`,
    expiresAt === null ? 'It never expires.' : `It works until ${expiresAt}.`,
    `Revoke it with: ${ken} keys revoke ${id}`,
  ])
}
