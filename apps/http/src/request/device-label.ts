import { parse } from 'bowser'

/** More than any browser sends; what lies beyond says nothing about it. */
const userAgentLengthMax = 400

/**
 * What a client calls itself, in words that a person recognises in a list: `Firefox on Linux`; of a program that
 * is no browser its name. A hint for people, never proof of anything.
 */
export function deviceLabel(userAgent: string | undefined): string {
  const known = userAgent?.slice(0, userAgentLengthMax).trim() ?? ''
  if (known === '') return 'Unknown device'
  const { browser, os } = parse(known)
  // The name of a program ends where its version begins.
  const name = browser.name || known.split(/[/\s]/, 1)[0]
  return os.name ? `${name} on ${os.name}` : `${name}`
}
