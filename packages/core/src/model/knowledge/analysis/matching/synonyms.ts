import { termsOf } from '../stems/terms.ts'
import { partsOf } from './word-matches.ts'

/** Finds words and phrases of the same meaning, by the terms of their first word. */
export type Synonyms = ReadonlyMap<string, readonly Expression[]>
type Expression = {
  readonly parts: readonly string[]
  /** What else means the same. */
  readonly others: readonly string[]
}

const setsMax = 1_000
const expressionsMax = 20

/**
 * Parses sets of words and phrases of the same meaning: one set in a line, separated by commas, such
 * as `holiday, vacation, time off`. `#` starts a comment, which ends with its line. Null if a set has not 2 to 20 expressions
 * with letters or digits, or there are more than 1,000 sets.
 */
export function parseSynonyms(text: string): Synonyms | null {
  const sets = text.split('\n').flatMap(setsOf)
  if (sets.length > setsMax || !sets.every(isSet)) return null
  const synonyms = new Map<string, Expression[]>()
  for (const set of sets) {
    for (const expression of set) {
      const parts = partsOf(expression)
      const others = set.filter((other) => other !== expression)
      for (const term of termsOf(parts[0]!)) {
        const known = synonyms.get(term)
        if (known === undefined) synonyms.set(term, [{ parts, others }])
        else known.push({ parts, others })
      }
    }
  }
  return synonyms
}

/** The number of the first line that has no set of 2 to 20 expressions; null if there is none. */
export function invalidSynonymsLine(text: string): number | null {
  const at = text.split('\n').findIndex((line) => !setsOf(line).every(isSet))
  return at < 0 ? null : at + 1
}

const setsOf = (line: string): readonly (readonly string[])[] =>
  line
    .replace(/#.*/, '')
    .split(';')
    .filter((set) => set.trim() !== '')
    .map((set) => set.split(',').map((expression) => expression.trim()))

const isSet = (set: readonly string[]): boolean =>
  set.length >= 2 &&
  set.length <= expressionsMax &&
  set.every((expression) => partsOf(expression).length > 0)

/** Appends what means the same as words or phrases of the query, in any inflection. */
export function withSynonyms(query: string, synonyms: Synonyms): string {
  if (synonyms.size === 0) return query
  const parts = partsOf(query)
  const added = new Set<string>()
  for (const [at, part] of parts.entries()) {
    for (const { parts: expected, others } of termsOf(part).flatMap(
      (term) => synonyms.get(term) ?? [],
    ))
      if (expected.every((word, offset) => isInflection(word, parts[at + offset] ?? '')))
        for (const other of others) added.add(other)
  }
  return [query, ...added].join(' ')
}

function isInflection(left: string, right: string): boolean {
  const terms = termsOf(right)
  return termsOf(left).some((term) => terms.includes(term))
}
