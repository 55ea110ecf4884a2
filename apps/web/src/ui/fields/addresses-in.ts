/**
 * The addresses in a text, separated by commas, semicolons, spaces or lines. Each is there once, as it was first written: Ken
 * does not distinguish upper and lower case.
 */
export function addressesIn(text: string): readonly string[] {
  const firstWritten = new Map<string, string>()
  for (const address of text.split(/[\s,;]+/)) {
    const key = address.toLowerCase()
    if (key !== '' && !firstWritten.has(key)) firstWritten.set(key, address)
  }
  return [...firstWritten.values()]
}
