import { parse } from 'bowser'

/** Longer than the `User-Agent` of any browser; the rest is ignored. */
const userAgentLengthMax = 400

/**
 * Returns a readable name of the client, such as `Firefox on Linux`; for other programs, the program's name. Only a
 * hint for people, because any client can send any name.
 */
export function deviceLabel(userAgent: string | undefined): string {
  const known = userAgent?.slice(0, userAgentLengthMax).trim() ?? ''
  if (known === '') return 'Unknown device'
  const { browser, os } = parse(known)
  // The version follows the name of the program.
  const name = browser.name || known.split(/[/\s]/, 1)[0]
  return os.name ? `${name} on ${os.name}` : `${name}`
}
