/**
 * The first name that an object written as valid JSON has twice, not looking into what it holds; null if there
 * is none. Exists because `JSON.parse` lets the last of them win without a word.
 */
export function repeatedName(object: string): string | null {
  const names = new Set<string>()
  let depth = 0
  let isNameNext = false
  for (let at = 0; at < object.length; at += 1) {
    const mark = object.charAt(at)
    if (mark === '{' || mark === '[') {
      depth += 1
      isNameNext = depth === 1
    } else if (mark === '}' || mark === ']') {
      depth -= 1
    } else if (mark === ',') {
      isNameNext = depth === 1
    } else if (mark === '"') {
      const end = endOfString(object, at)
      // Parsed, because `"\u0061"` is the name `a` too.
      const name = isNameNext && depth === 1 ? (JSON.parse(object.slice(at, end)) as string) : null
      if (name !== null && names.has(name)) return name
      if (name !== null) names.add(name)
      isNameNext = false
      at = end - 1
    }
  }
  return null
}

/** Behind the quote that closes a string: the first one with an even number of backslashes before it. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text.charAt(end - 1 - backslashes) === '\\') backslashes += 1
    if (backslashes % 2 === 0) return end + 1
  }
  return text.length
}
