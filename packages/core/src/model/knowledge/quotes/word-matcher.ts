import type { AnalyzedQuery } from '../analysis/analyze-query.ts'
import { isMisspelling } from '../analysis/spelling.ts'
import { termOf, termsOf } from '../analysis/stems/terms.ts'
import type { Language } from '../analysis/language/stop-words.ts'

/** The position of the query word that a folded word of a text matches; null if none. */
export type WordMatcher = (word: string) => number | null

/**
 * Matches inflections of the query words in the language of a text, or in any language if it is
 * unknown.
 */
export function wordMatcher(query: AnalyzedQuery, language: Language | 'unknown'): WordMatcher {
  if (query.words.length === 0) return () => null
  const positions = new Map<string, number>()
  for (const [position, { forms }] of query.words.entries())
    for (const form of forms) if (!positions.has(form)) positions.set(form, position)

  if (language !== 'unknown') return (word) => positions.get(termOf(word, language)) ?? null
  return (word) => {
    const form = termsOf(word).find((term) => positions.has(term))
    return form === undefined ? null : positions.get(form)!
  }
}

/** Matches words with a similar spelling, for a text without any word of the query. */
export function similarWordMatcher({ words }: AnalyzedQuery): WordMatcher {
  const misspelled = words.flatMap(({ text, spelling }, position) =>
    spelling === null ? [] : [{ text, position }],
  )
  return (word) => misspelled.find(({ text }) => isMisspelling(text, word))?.position ?? null
}
