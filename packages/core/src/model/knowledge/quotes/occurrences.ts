import { compoundParts } from '../analysis/compound-parts.ts'
import { numberSpansOf, numberWordsOf } from '../analysis/tokens/number-words.ts'
import { capital, tokenOf, unspaced, type PlacedToken } from '../analysis/tokens/tokens.ts'
import type { WordMatcher } from './word-matcher.ts'

/** A part of a text, `[start, end)`, in UTF-16 code units. */
export type Mark = { readonly start: number; readonly end: number }

/** A part of a text that matches words of the query; `words` are their positions. */
export type Occurrence = Mark & { readonly words: readonly number[] }

/** Where a text contains words of the query, in order. Parts that overlap or touch are one. */
export function occurrencesOf(
  text: string,
  tokens: readonly PlacedToken[],
  match: WordMatcher,
): readonly Occurrence[] {
  const occurrences: Occurrence[] = []
  for (const { start, end, token } of tokens) {
    const found = matchedWords(token.words, token.isCapitalized, match)
    if (found.length === 0) continue
    if (token.words.length === 1) occurrences.push({ start, end, words: found })
    else occurrences.push(...occurrencesWithin(text.slice(start, end), start, match))
  }
  return occurrences
}

/** Which words of the query some words match, or their parts if they may be German nouns. */
const matchedWords = (
  words: readonly string[],
  mayBeNouns: boolean,
  match: WordMatcher,
): readonly number[] =>
  words.flatMap((word) => match(word) ?? (mayBeNouns ? matchedPart(word, match) : null) ?? [])

/** The first part of a compound that matches. */
function matchedPart(word: string, match: WordMatcher): number | null {
  for (const part of compoundParts(word)) {
    const position = match(part)
    if (position !== null) return position
  }
  return null
}

/** Which parts of a token match: of `node.js`, `RateLimit` or `会議室`. */
function occurrencesWithin(
  token: string,
  offset: number,
  match: WordMatcher,
): readonly Occurrence[] {
  const occurrences: Occurrence[] = []
  for (const { start, end } of spansOf(token)) {
    const span = token.slice(start, end)
    const { words: spanned, isCapitalized } = tokenOf(span)
    const mayBeNoun = isCapitalized && spanned.length === 1
    const words = matchedWords(wholeWordsOf(span), mayBeNoun, match)
    if (words.length > 0)
      occurrences.push({ start: offset + start, end: offset + end, words: [...new Set(words)] })
  }
  return merged(occurrences)
}

// Invisible characters and combining marks belong to the character before them, and so do the marks of narrow kana.
const segments = new RegExp(
  String.raw`${unspaced.source}[\p{M}\p{Cf}ﾞﾟ]*|(?:(?!${unspaced.source})[\p{L}\p{N}\p{M}\p{Cf}])+`,
  'gu',
)

/** A token, the numbers in it, its smallest parts, and their neighbouring pairs. */
function spansOf(token: string): readonly Mark[] {
  const parts: Mark[] = []
  for (const { 0: segment, index } of token.matchAll(segments)) {
    let start = index
    for (const { length } of segment.split(capital)) {
      parts.push({ start, end: start + length })
      start += length
    }
  }
  const pairs = parts.slice(1).map(({ end }, place) => ({ start: parts[place]!.start, end }))
  return [...numberSpansOf(token), ...parts, ...pairs]
}

/** The words that are all of a span; none if a query can only ask for its parts. */
function wholeWordsOf(span: string): readonly string[] {
  const { asked, parts } = tokenOf(span)
  // One character that is written as several words, such as `½`.
  if (parts.length > 1 && /^.[\p{M}\p{Cf}]*$/u.test(span)) return parts
  const isJoined = asked.length > parts.length && !/\s/.test(span)
  const whole = asked.length === 1 || isJoined ? asked.slice(0, 1) : []
  return /\d/.test(span) ? [...whole, ...numberWordsOf(span)] : whole
}

function merged(matches: readonly Occurrence[]): readonly Occurrence[] {
  const result: Occurrence[] = []
  for (const match of matches.toSorted((left, right) => left.start - right.start)) {
    const last = result.at(-1)
    if (last === undefined || match.start > last.end) {
      result.push(match)
      continue
    }
    const words = [...new Set([...last.words, ...match.words])]
    result.splice(-1, 1, { start: last.start, end: Math.max(last.end, match.end), words })
  }
  return result
}
