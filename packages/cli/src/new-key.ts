import { keyLifetimesDays, type CreatedKey, type KeyLifetimeDays } from '@ken/core'
import { createdKeyView } from '@ken/presentation'
import { Option, type Command } from 'commander'
import { parseList } from './options.ts'
import type { Output } from './terminal/output.ts'
import type { CommonOptions } from './world.ts'

/** The options of every command that creates a key. */
export type NewKeyOptions = CommonOptions & {
  readonly name: string
  readonly days: string
  readonly sources?: readonly string[]
}

/** By the typed value; the parser would lose `null`. */
const lifetimes = new Map(keyLifetimesDays.map((days) => [String(days ?? 'never'), days]))

export const addNewKeyOptions = (command: Command): Command =>
  command
    .requiredOption('--name <name>', 'what the key is for')
    .addOption(
      new Option('--days <days>', 'how long it works').choices([...lifetimes.keys()]).default('90'),
    )
    .option(
      '--sources <sources>',
      'only these sources, separated by commas (default: all that the person who asks may see)',
      parseList,
    )

/** The lifetime and the name that the options request. */
export const newKeyOf = ({ name, days, sources }: NewKeyOptions) => ({
  name,
  lifetimeDays: lifetimes.get(days) as KeyLifetimeDays, // The parser allows only the choices.
  sources: sources ?? null,
})

/** Prints a new key, the only time that it is shown. */
export function showNewKey(out: Output, created: CreatedKey, whose: string, ken: string): void {
  const view = createdKeyView(created)
  out.result(view, [
    created.plain,
    '',
    `This key of ${whose} is shown only once. Store it in a safe place.`,
    view.expires_at === null ? 'It never expires.' : `It works until ${view.expires_at}.`,
    `Revoke it with: ${ken} keys revoke ${view.id}`,
  ])
}
