import { withoutFormat } from './typed-email.ts'

/** The name in `"Müller, Max" <max@example.com>`: what it contains separates nothing. */
const quotedName = /(?:"[^"<>\n]*"|'[^'<>\n]*')\s*(?=<)/g

/**
 * The addresses in a text, separated by commas, semicolons, spaces or lines, also in the forms of mail programs, such as
 * `Max Müller <max@example.com>`. Each is there once, as it was first written: Ken does not distinguish upper and lower
 * case, except outside of ASCII.
 */
export function addressesIn(text: string): readonly string[] {
  const firstWritten = new Map<string, string>()
  const unquoted = withoutFormat(text).replaceAll(quotedName, '')
  for (const address of unquoted.split(/[;\n]/).flatMap(addressesOf)) {
    const key = address.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
    if (!firstWritten.has(key)) firstWritten.set(key, address)
  }
  return [...firstWritten.values()]
}

function addressesOf(list: string): readonly string[] {
  const entries = list.split(',')
  return entries.flatMap((entry, index) =>
    isFamilyName(entry, entries[index + 1]) ? [] : withoutName(entry),
  )
}

/** Whether an entry is the first part of `Müller, Max <max@example.com>`, and cannot be a mistyped address. */
const isFamilyName = (entry: string, next = ''): boolean =>
  !/[@<>]|\S\.\S|^[\sa-z\d._+-]*$/.test(entry) && /^\s*[^\s<>@][^<>@]*<[^<>]*@/.test(next)

/** The words of one entry. Those before the angle bracket are a name, unless they are addresses themselves. */
function withoutName(entry: string): readonly string[] {
  const bracket = entry.lastIndexOf('<')
  const before = wordsIn(entry.slice(0, Math.max(bracket, 0)))
  return [...before.filter((word) => word.includes('@')), ...wordsIn(entry.slice(bracket + 1))]
}

const wordsIn = (text: string): readonly string[] =>
  text.split(/[\s<>]+/).filter((word) => word !== '')
