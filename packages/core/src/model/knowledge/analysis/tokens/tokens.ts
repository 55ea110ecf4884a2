import { foldWord } from '../../words.ts'
import { languageEvidenceOf, type LanguageEvidence } from '../language/language-evidence.ts'
import { numberSpansOf, numberWordsOf } from './number-words.ts'
import { recentlyUsed } from '../../../recently-used.ts'
import { isUpperCase, tokenEnd, tokenStart } from './scan-tokens.ts'
import type { Language } from '../language/stop-words.ts'
import { wholeWordOf } from './whole-word.ts'

/** Characters that no one sees, inside of tokens. */
export const invisible = /\p{Cf}+/gu
const ascii = /^[ -~\s]*$/
const wordCharacters = /[\p{L}\p{N}]+/gu
const apostrophes = /['’]+/u
/** `user's` is `users`, and `don't` is `dont`. */
const contraction = /['’](?=(?:s|t|d|m|re|ve|ll)$)/iu
/** `O'Brien` or `L'Oréal` is also found as one word, as people type it, but `l'offre` is two. */
const nameWithApostrophe = /(?<![\p{L}\p{N}])\p{Lu}['’]\p{Lu}\p{L}+/gu
/** Blanks are inside of numbers and dates. */
const blanks = /\s+/u
/** Before a capital that begins a part of a name, as in `RateLimit` or `XMLParser`. */
export const capital =
  /(?=\p{Lu})(?<=\p{Ll}[\p{M}\p{Cf}]*)|(?=\p{Lu}\p{Ll})(?<=\p{Lu}[\p{M}\p{Cf}]*)/u
/** From the loosest joint to the tightest; commas are inside of numbers. */
const joints = [/,+/u, /[@:\\/]+/u, /\.+/u, /[-\u2010\u2011_]+/u, capital]
/** Scripts without spaces between words, and Korean, whose spaces separate phrases. */
const unspacedScripts =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー'
/** A character of these scripts. */
export const unspaced = new RegExp(`[${unspacedScripts}]`, 'u')
/** A text of these characters alone. */
export const unspacedOnly = new RegExp(`^[${unspacedScripts}]+$`, 'u')
const unspacedRuns = new RegExp(`[${unspacedScripts}]+|[^${unspacedScripts}]+`, 'gu')

/** A longer word is cut, and a longer token is not a word as a whole. */
const wordLengthMax = 100

export type Token = {
  /** All words under which it is found: wholes, parts, and unspaced characters alone and in pairs. */
  readonly words: readonly string[]
  /** The words that a query asks for: like `words`, but single characters only without a pair. */
  readonly asked: readonly string[]
  /** The parts alone, in order; unspaced characters one by one. */
  readonly parts: readonly string[]
  /** How many words it counts for in the length of a passage. */
  readonly length: number
  /** Whether it begins with a capital, as the nouns of German do. */
  readonly isCapitalized: boolean
  /** What it says about the language of its text. */
  readonly evidence: readonly LanguageEvidence[]
  /** See `indexTermsOf`, which computes them once for a language. */
  readonly indexTerms: { [Each in Language]?: readonly IndexTerm[] }
}

/** A term under which a token is found. */
export type IndexTerm = {
  readonly term: string
  /** The length of a word that is found by its spelling; null for the term of a word itself. */
  readonly spelledLength: number | null
  /** How much it counts: less if it is a part of a compound. */
  readonly share: number
}
type Builder = { readonly words: string[]; readonly asked: string[]; readonly parts: string[] }

/** The first tokens of a text, in order. */
export function tokensIn(text: string, tokensMax = Infinity): readonly Token[] {
  const tokens: Token[] = []
  let end = 0
  for (let at = tokenStart(text, 0); at < text.length; at = tokenStart(text, end)) {
    if (tokens.length >= tokensMax) break
    end = tokenEnd(text, at)
    tokens.push(tokenOf(text.slice(at, end)))
  }
  return tokens
}

/** A token and its place in a text, `[start, end)`. */
export type PlacedToken = { readonly start: number; readonly end: number; readonly token: Token }

/** The tokens of a text in order, with their places. */
export function placedTokensIn(text: string): readonly PlacedToken[] {
  const tokens: PlacedToken[] = []
  let end = 0
  for (let start = tokenStart(text, 0); start < text.length; start = tokenStart(text, end)) {
    end = tokenEnd(text, start)
    tokens.push({ start, end, token: tokenOf(text.slice(start, end)) })
  }
  return tokens
}

const cache = recentlyUsed<string, Token>(50_000)
const cachedLengthMax = 100

/** Analyzes one run of letters, digits and joining characters. */
export function tokenOf(raw: string): Token {
  const cached = cache.get(raw)
  if (cached !== undefined) return cached
  const own = copyOf(raw)
  const token = isPlainWord(own) ? plainToken(own) : analyzed(own)
  if (own.length <= cachedLengthMax) cache.set(own, token)
  return token
}

/** Of its own: a slice would keep the whole text that it is from in memory. */
const copyOf = (raw: string): string => ` ${raw}`.slice(1)

/** Neither joined nor accented, without a capital inside, nor longer than a word: most of a text. */
const isPlainWord = (raw: string): boolean =>
  raw.length <= wordLengthMax && /^(?!0\d{7})(?:[A-Z]?[a-z\d]+|[A-Z\d]+)$/.test(raw)

function plainToken(raw: string): Token {
  const words = [raw.toLowerCase()]
  return tokenFrom(raw, { words, asked: words, parts: words }, 1)
}

const isCapitalized = (raw: string): boolean =>
  raw.charCodeAt(0) < 128 ? isUpperCase(raw.charCodeAt(0)) : /^\p{Lu}/u.test(raw)

const tokenFrom = (raw: string, { words, asked, parts }: Builder, length: number): Token => ({
  words,
  asked,
  parts,
  length,
  isCapitalized: isCapitalized(raw),
  evidence: languageEvidenceOf(parts),
  indexTerms: {},
})

function analyzed(raw: string): Token {
  const visible = ascii.test(raw) ? raw : raw.replaceAll(invisible, '').normalize('NFKC')
  const token: Builder = { words: [], asked: [], parts: [] }
  let length = 0
  for (const group of visible.replace(contraction, '').split(blanks)) {
    for (const [name] of group.matchAll(nameWithApostrophe)) add(wholeWordOf(name), token)
    for (const piece of group.split(apostrophes)) length += addPiece(piece, 0, token)
  }
  for (const { start, end } of numberSpansOf(visible))
    for (const word of writtenNumbersOf(visible.slice(start, end)))
      if (!token.words.includes(word)) addNumber(word, token)
  return tokenFrom(raw, token, length)
}

/** `HN 2040 B` is also found as `hn2040`, but does not ask for it: other variants would come before `HN2040B`. */
function addNumber(word: string, token: Builder): void {
  token.words.push(word)
  const isWithoutVariant = (asked: string) =>
    asked.startsWith(word) && /^[a-z]{1,2}$/.test(asked.slice(word.length))
  if (!token.asked.some(isWithoutVariant)) token.asked.push(word)
}

/** A longer token is no number. */
const numberLengthMax = 50

/** What `numberWordsOf` finds, which most tokens are too short or too long for. */
const writtenNumbersOf = (visible: string): readonly string[] =>
  visible.length > 2 && visible.length <= numberLengthMax && /\d/.test(visible)
    ? numberWordsOf(visible)
    : []

/** Adds the whole and its parts, separated at ever tighter joints. Returns the length in words. */
function addPiece(piece: string, level: number, token: Builder): number {
  const joint = joints[level]
  if (joint === undefined) return addWord(piece, token)
  const pieces = piece.split(joint).filter((part) => part !== '')
  if (pieces.length <= 1) return addPiece(pieces[0] ?? '', level + 1, token)
  const whole = piece.length <= wordLengthMax && !unspaced.test(piece) ? wholeWordOf(piece) : ''
  if (whole !== '') add(whole, token)
  if (joint === capital && whole !== '') token.words.push(...beginningsOf(pieces))
  let length = 0
  for (const part of pieces) length += addPiece(part, level + 1, token)
  return length
}

/** `CrashLoopBackOff` is also found as `crashloop` and `crashloopback`, because people leave out the end of long names. */
const beginningsOf = (pieces: readonly string[]): readonly string[] =>
  pieces.length > beginningsMax
    ? []
    : pieces.slice(2).map((_, at) => wholeWordOf(pieces.slice(0, at + 2).join('')))
const beginningsMax = 8

function add(word: string, { words, asked }: Builder): void {
  words.push(word)
  asked.push(word)
}

function addWord(piece: string, token: Builder): number {
  let length = 0
  for (const [word] of foldWord(piece).matchAll(wordCharacters))
    for (const [run] of unspaced.test(word) ? word.matchAll(unspacedRuns) : [[word]])
      length += addRun(run, token)
  return length
}

/** Unspaced characters are found in pairs, and one by one. Two of them count as a word. */
function addRun(run: string, token: Builder): number {
  const characters = Array.from(run)
  if (!unspaced.test(run)) {
    const word = characters.slice(0, wordLengthMax).join('')
    add(word, token)
    token.parts.push(word)
    return 1
  }
  for (const [position, character] of characters.entries()) {
    token.words.push(character)
    token.parts.push(character)
    const next = characters[position + 1]
    if (next !== undefined) add(character + next, token)
  }
  if (characters.length === 1) token.asked.push(run)
  return characters.length / 2
}
