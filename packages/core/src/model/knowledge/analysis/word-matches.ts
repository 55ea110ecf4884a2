import type { AnalyzedQuery } from './analyze-query.ts'
import { isMisspelling } from './spelling.ts'
import { termsOf } from './stems/terms.ts'
import { tokenOf, tokensIn } from './tokens.ts'

/** Finds the words of a query in texts. */
export type WordIndex = {
  /** By term: the position of the word in the query. */
  readonly words: ReadonlyMap<string, number>
  /** The first letters of these terms. Inflections of a word have the same. */
  readonly initials: ReadonlySet<number>
  /** What earlier tokens were found to be. Most tokens come again. */
  readonly known: Map<string, Finding>
}
type Finding = { readonly words: readonly number[]; readonly parts: number }

/** Where the words of a query are in a text. */
export type FieldMatches = {
  readonly text: string
  /** How many tokens it has. */
  readonly length: number
  /** By word of the query: the positions among the folded words of the text, ascending. */
  readonly positions: ReadonlyMap<number, readonly number[]>
}

export const wordIndexOf = ({ words }: AnalyzedQuery): WordIndex => ({
  words: new Map(words.flatMap(({ forms }, word) => forms.map((form) => [form, word] as const))),
  initials: new Set(
    words.flatMap(({ forms }) => forms.map((form) => form.replace(/^[a-z]:/, '').charCodeAt(0))),
  ),
  known: new Map(),
})

/** Words that are neither joined nor accented: most of a text. */
const plainWord = /^[A-Z]?[a-z]+$/
const lowerCaseBit = 32

/** The words of a query in a text, in any inflection. */
export function matchesIn(index: WordIndex, text: string): FieldMatches {
  const positions = new Map<number, number[]>()
  let [at, length] = [0, 0]
  for (const raw of tokensIn(text)) {
    if (!index.initials.has(raw.charCodeAt(0) | lowerCaseBit) && plainWord.test(raw)) {
      at += 1
      length += 1
      continue
    }
    const { words, parts } = findingOf(raw, index)
    for (const word of words) {
      const places = positions.get(word)
      if (places === undefined) positions.set(word, [at])
      else places.push(at)
    }
    at += parts
    length += 1
  }
  return { text, length, positions }
}

function findingOf(raw: string, { words, known }: WordIndex): Finding {
  const earlier = known.get(raw)
  if (earlier !== undefined) return earlier
  const token = tokenOf(raw)
  const found = new Set<number>()
  for (const part of token.words) {
    for (const term of termsOf(part)) {
      const word = words.get(term)
      if (word !== undefined) found.add(word)
    }
  }
  const finding = { words: [...found], parts: token.parts.length }
  known.set(raw, finding)
  return finding
}

/** The folded words of a text in order, without joined ones. */
export const partsOf = (text: string): readonly string[] =>
  tokensIn(text).flatMap((raw) => tokenOf(raw).parts)

/** Also finds words of the query that are similar to words of the text. */
export function withSimilar(
  matches: FieldMatches,
  { words }: AnalyzedQuery,
  misspelled: readonly number[],
): FieldMatches {
  const positions = new Map(matches.positions)
  const parts = partsOf(matches.text)
  for (const word of misspelled) {
    const { text } = words[word]!
    const places = parts.flatMap((part, at) => (isMisspelling(text, part) ? [at] : []))
    if (places.length > 0) positions.set(word, places)
  }
  return { ...matches, positions }
}
