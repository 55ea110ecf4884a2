import { Option } from 'commander'
import { parseList, parseUrl } from './options.ts'
import { outputOf } from './terminal/output.ts'
import type { World } from './world.ts'

/** The API key of a question; see `keyOf`. */
export const keyOption = (): Option =>
  new Option(
    '--key <key>',
    'the API key (default: KEN_API_KEY, the file KEN_API_KEY_FILE, a prompt, or the first line of standard input)',
  )

/** Where a question goes; see `clientUrlOf`. */
export const urlOption = (): Option =>
  new Option(
    '--url <url>',
    'the address of Ken (default: KEN_URL, or else the configured one)',
  ).argParser(parseUrl)

/** The sources that a question is about. */
export const sourcesOption = (): Option =>
  new Option(
    '--sources <sources>',
    'only these sources, separated by commas (default: all that the key may search)',
  ).argParser(parseList)

/** The password that a command sets. Call `warnOfVisiblePassword` with it. */
export const passwordOption = (): Option =>
  new Option(
    '--password <password>',
    'the password (default: a prompt, or the first line of standard input)',
  )

export function warnOfVisiblePassword(
  world: World,
  { password }: { readonly password?: string },
): void {
  if (password !== undefined)
    outputOf(world, {}).warn(
      '--password is visible in the list of processes. Omit it to be asked for the password.',
    )
}
