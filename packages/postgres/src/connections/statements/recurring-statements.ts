import { hash } from 'node:crypto'

/** How many texts get a name, since each connection keeps their plans. */
const namedMax = 100
/** How many texts that came once are remembered. */
const seenMax = 100

/** The name of the prepared statement; undefined the first time a text comes, and when `namedMax` others have names. */
export type NameStatement = (text: string) => string | undefined

/**
 * Names statements that come again, for packages that build their texts at each call. A text that contains values of its
 * own comes once and gets no name.
 */
export function recurringStatements(): NameStatement {
  const names = new Map<string, string>()
  const seen = new Set<string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size >= namedMax) return known
    if (!seen.delete(text)) {
      const [oldest] = seen
      if (seen.size >= seenMax && oldest !== undefined) seen.delete(oldest)
      seen.add(text)
      return undefined
    }
    // By its text, because other packages name statements of the same connections.
    const name = `recurring_${hash('sha256', text).slice(0, 32)}`
    names.set(text, name)
    return name
  }
}
