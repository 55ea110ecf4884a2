import { nextToken, stringOf } from './next-token.ts'

/**
 * The first name that an object, given as valid JSON, has twice, not counting those of values in it; null when there is
 * none. `JSON.parse` would take the last of them.
 */
export function repeatedName(object: string): string | null {
  const names = new Set<string>()
  let depth = 0
  let isNameNext = false
  for (let token = nextToken(object, 0); token !== null; token = nextToken(object, token.end)) {
    const { kind } = token
    if (kind === '{' || kind === '[') depth += 1
    else if (kind === '}' || kind === ']') depth -= 1
    else if (kind === 'string' && isNameNext) {
      const name = stringOf(object, token)
      if (names.has(name)) return name
      names.add(name)
    }
    isNameNext = depth === 1 && (kind === '{' || kind === ',')
  }
  return null
}
