import type { AnalyzedQuery } from '../analyze-query.ts'
import { compoundLengthMin, compoundParts, isHeadTerm } from '../compound-parts.ts'
import { isMisspelling } from '../spelling.ts'
import { isUnlike, termsOf } from '../stems/terms.ts'
import {
  beginningAt,
  beginningOf,
  beginningsMax,
  isUpperCase,
  plainWordEnd,
  tokenEnd,
  tokenStart,
} from '../tokens/scan-tokens.ts'
import { tokenOf, tokensIn } from '../tokens/tokens.ts'

/** Finds the words of a query in texts. */
export type WordIndex = {
  /** By term: the positions of the words in the query. */
  readonly words: ReadonlyMap<string, readonly number[]>
  /** By `beginningOf`: 1 if a word that begins so may be one of these terms. */
  readonly beginnings: Uint8Array
  /** Whether a word that begins otherwise may be a compound that ends with one of the query. */
  readonly hasHead: boolean
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

export function wordIndexOf({ words }: AnalyzedQuery): WordIndex {
  const positions = new Map<string, number[]>()
  for (const [position, { forms }] of words.entries())
    for (const form of forms) positions.set(form, [...(positions.get(form) ?? []), position])
  return {
    words: positions,
    beginnings: beginningsOf([...positions.keys()]),
    hasHead: [...positions.keys()].some(isHeadTerm),
    known: new Map(),
  }
}

/**
 * A word and its terms begin with the same two letters, with two exceptions, which share only the first: few terms of
 * irregular words, and words such as `Aerzte`, whose term is that of `Ärzte`.
 */
function beginningsOf(terms: readonly string[]): Uint8Array {
  const beginnings = new Uint8Array(beginningsMax)
  for (const term of terms) {
    const [beginning, first] = [beginningAt(term, 0), term.charCodeAt(0)]
    if (beginning === null) continue
    if (term.length === 1 || isUnlike(term))
      beginnings.fill(1, beginningOf(first, 0), beginningOf(first + 1, 0))
    beginnings[beginning] = 1
    if (umlautVowels.has(term[0]!)) beginnings[beginningOf(first, umlautMark)] = 1
  }
  return beginnings
}
const umlautVowels = new Set('aou')
const umlautMark = 'e'.charCodeAt(0)

/** The words of a query in a text, in any inflection. */
export function matchesIn(index: WordIndex, text: string): FieldMatches {
  const positions = new Map<number, number[]>()
  let [position, length] = [0, 0]
  for (let end = 0, at = tokenStart(text, 0); at < text.length; at = tokenStart(text, end)) {
    length += 1
    const beginning = beginningAt(text, at)
    const isOther = beginning !== null && index.beginnings[beginning] === 0
    end = isOther ? plainWordEnd(text, at) : -1
    if (end >= 0 && !(index.hasHead && mayBeCompound(text, at, end))) {
      position += 1
      continue
    }
    end = tokenEnd(text, at)
    const { words, parts } = findingOf(text.slice(at, end), index)
    for (const word of words) {
      const places = positions.get(word)
      if (places === undefined) positions.set(word, [position])
      else places.push(position)
    }
    position += parts
  }
  return { text, length, positions }
}

function addMatches(word: string, words: WordIndex['words'], found: Set<number>): void {
  for (const term of termsOf(word))
    for (const position of words.get(term) ?? []) found.add(position)
}

/** Whether a word may be a compound. */
const mayBeCompound = (text: string, start: number, end: number): boolean =>
  end - start >= compoundLengthMin && isUpperCase(text.charCodeAt(start))

function findingOf(raw: string, { words, known }: WordIndex): Finding {
  const earlier = known.get(raw)
  if (earlier !== undefined) return earlier
  const token = tokenOf(raw)
  const found = new Set<number>()
  for (const word of token.words) {
    addMatches(word, words, found)
    if (token.isCapitalized) for (const part of compoundParts(word)) addMatches(part, words, found)
  }
  const finding = { words: [...found], parts: token.parts.length }
  known.set(raw, finding)
  return finding
}

/** The folded words of a text in order, without joined ones. */
export const partsOf = (text: string): readonly string[] =>
  tokensIn(text).flatMap(({ parts }) => parts)

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
