import { asksForNumber } from './asks-for-number.ts'
import { compoundParts } from './compound-parts.ts'
import { ambiguousWords, languages, stopWords, type Language } from './language/stop-words.ts'
import { spellingTermOf } from './spelling.ts'
import { termOf, termsOf } from './stems/terms.ts'
import { placedTokensIn, tokensIn, type Token } from './tokens/tokens.ts'

export type QueryWord = {
  /** The folded word. */
  readonly text: string
  /** All terms under which a passage in any language may hold the word. */
  readonly forms: readonly string[]
  /**
   * The term under which words with a similar spelling are found in titles and headings. It counts
   * only if no visible passage holds one of the forms. Null if there is none.
   */
  readonly spelling: string | null
  /** How often the query asks for it. */
  readonly count: number
}
export type AnalyzedQuery = {
  /** Different words in order. */
  readonly words: readonly QueryWord[]
  /** The quoted parts of the query, each as folded words in order. */
  readonly phrases: readonly (readonly string[])[]
}

const queryWordsMax = 32

const unitNames =
  'kb mb gb tb pb kib mib gib tib kbit mbit gbit kbps mbps gbps hz khz mhz ghz ms mm cm km kg mg ml kw mw kwh mwh mah rpm dpi px am pm eur usd chf gbp'
const units: ReadonlySet<string> = new Set(unitNames.split(' '))
const joint = String.raw`[-\u2010\u2011_./\\:@'’]?`
/** A number and its unit without a blank, as in `5GB`, but not in a longer name such as `SSD-512GB-NVME`. */
const amount = new RegExp(
  String.raw`(?<![\p{L}\p{N}]${joint})(\d+(?:[.,:]\d+)?)(${unitNames.replaceAll(' ', '|')})(?!${joint}[\p{L}\p{N}])`,
  'giu',
)

/** Without a capital inside, which would begin another word: `GHz` is one. */
const withBlank = (_: string, number: string, unit: string): string =>
  `${number} ${/[a-z]/.test(unit) ? unit.toLowerCase() : unit}`

/** As many as the longest query has; some characters mean up to 18 letters. */
const lettersMax = 4_000

/** A query that has more is cut in proportion. Its beginning may still have up to three times as many. */
function readablePartOf(query: string): string {
  const { length } = query.normalize('NFKC')
  return length <= lettersMax
    ? query
    : query.slice(0, Math.floor((query.length * lettersMax) / length))
}

/**
 * Turns a query into the words to search for. Words that are common in the language of the query
 * count only if it has no other words.
 */
export function analyzeQuery(text: string): AnalyzedQuery {
  const query = readablePartOf(text)
  const { asked, length, ambiguous } = askedIn(query.replaceAll(amount, withBlank))
  const likely = likelyLanguages(asked.filter((word) => !ambiguous.has(word)))
  const isEnglish = likely.includes('english')
  const isSignificant = (word: string) =>
    !likely.some((each) => stopWords[each].has(word)) || (isEnglish && ambiguous.has(word))
  const joined = joinedTerms(asked, length > joinedWordsMax ? [] : likely)
  const significant = asked.filter(
    (word, at) => isSignificant(word) && !asksForNumber(asked, at, likely),
  )
  const parts = likely.includes('german') ? partsOf(significant) : new Set<string>()
  const words = wordsOf(
    significant.length > 0 ? [...significant, ...parts] : asked,
    likely[0] ?? 'english',
    joined,
  )
  return {
    words: parts.size > 0 ? words.map((word) => withParts(word, parts)) : words,
    phrases: phrasesOf(query),
  }
}

/** A part that no one typed is not misspelled, and counts half. */
const withParts = (word: QueryWord, parts: ReadonlySet<string>): QueryWord =>
  parts.has(word.text) ? { ...word, spelling: null } : { ...word, count: 2 * word.count }

/** What the compounds of a short query are made of: `Urlaubsantrag` also finds `Antrag auf Urlaub`. */
function partsOf(asked: readonly string[]): ReadonlySet<string> {
  if (asked.length > joinedWordsMax) return new Set()
  return new Set(asked.flatMap(compoundParts))
    .difference(new Set(asked))
    .difference(stopWords.german)
}

/** Common words of English that are abbreviations in capitals. */
const abbreviations = new Set(['it', 'us', 'who'])

/** Other common words of English are in capitals for emphasis. */
const emphasized = stopWords.english.difference(abbreviations)
const ambiguousAlone = new Set(ambiguousWords).difference(emphasized)

/**
 * The words of a query, how many it has without joined ones, and which common words may mean something in English: `car`
 * or `comment`, and what is written in capitals unlike the rest, such as `AI` or `US`.
 */
function askedIn(query: string) {
  const tokens = placedTokensIn(query)
  const asked = tokens.flatMap(({ token }) => token.asked)
  const isOfCapitals = !/\p{Ll}/u.test(query)
  const capitals = tokens.flatMap(({ start, end, token }, at) =>
    /^\p{Lu}{2,}(?: |$)/u.test(query.slice(start, end)) && !asksWho(token, tokens[at + 1]?.token)
      ? token.asked
      : [],
  )
  const abbreviated = !isOfCapitals ? capitals : isLabel(asked) ? abbreviations : []
  return {
    asked,
    length: tokens.flatMap(({ token }) => token.parts).length,
    ambiguous: ambiguousAlone.union(new Set(abbreviated).difference(emphasized)),
  }
}

/** Whether a query of capitals has no word of a sentence: `US HOLIDAYS`, unlike `WHERE IS IT`. */
const isLabel = (asked: readonly string[]): boolean => !asked.some((word) => emphasized.has(word))

/** `WHO is`, unlike `WHO guidelines`. */
const asksWho = ({ asked: [word] }: Token, next: Token | undefined): boolean =>
  word === 'who' && next !== undefined && next.asked.some((each) => stopWords.english.has(each))

/** In a longer query words are neighbours by chance, except a number after letters or before a unit. */
const joinedWordsMax = 6
/** Of one word, which may come again and again. */
const joinedTermsMax = 20
const joinedLengthMin = 6

/**
 * For each word the terms of models, and of compounds in these languages, that it is part of: `hn 2040 b`
 * also finds `HN2040B`, `time sheet` finds `timesheet`, and in German `Urlaub Antrag` finds `Urlaubsantrag`.
 */
function joinedTerms(
  asked: readonly string[],
  compounding: readonly Language[],
): ReadonlyMap<string, readonly string[]> {
  const terms = new Map<string, readonly string[]>()
  const askedWords = new Set(asked)
  for (const at of asked.keys()) {
    for (const { words, compounds } of joinedAt(asked, at, askedWords, compounding))
      for (const word of words)
        terms.set(word, [...(terms.get(word) ?? []), ...compounds].slice(0, joinedTermsMax))
  }
  return terms
}

function joinedAt(
  asked: readonly string[],
  at: number,
  askedWords: ReadonlySet<string>,
  compounding: readonly Language[],
) {
  const [first = '', second, third] = asked.slice(at, at + 3)
  if (second === undefined) return []
  const code = first + second
  if (/^\d+$/.test(first) && units.has(second)) {
    const [whole = '', integer] = asked.slice(Math.max(at - 2, 0), at)
    const isFraction = whole === `${integer}.${first}`
    return [
      { words: [first, second], compounds: [code] },
      ...(isFraction ? [{ words: [whole], compounds: [whole + second] }] : []),
    ]
  }
  if (/^(?:[a-z]{1,5} \d[a-z\d]+|[a-z]{2,5} \d)$/.test(`${first} ${second}`)) {
    const pair = { words: [first, second], compounds: [code] }
    return third === undefined || !/\d$/.test(second) || !/^[a-z]{1,2}$/.test(third)
      ? [pair]
      : [pair, { words: [first, second, third], compounds: [code + third] }]
  }
  if (askedWords.has(code)) return []
  return [{ words: [first, second], compounds: compoundsOf(first, second, compounding) }]
}

function compoundsOf(
  first: string,
  second: string,
  compounding: readonly Language[],
): readonly string[] {
  if (!/^[a-z]{2,}$/.test(first) || !/^[a-z]{2,}$/.test(second)) return []
  if (first.length + second.length < joinedLengthMin) return []
  return compounding.flatMap((language) => [
    termOf(first + second, language),
    ...(language === 'german' ? [termOf(`${first}s${second}`, language)] : []),
  ])
}

/** The language that has most common words among some words, or several. */
function likelyLanguages(words: readonly string[]): readonly Language[] {
  const counts = languages.map(
    (language) => words.filter((word) => stopWords[language].has(word)).length,
  )
  const most = Math.max(...counts)
  return languages.filter((_, place) => counts[place] === most)
}

/** Inflections of one word are asked for together. */
function wordsOf(
  asked: readonly string[],
  language: Language,
  joined: ReadonlyMap<string, readonly string[]>,
): readonly QueryWord[] {
  const words = new Map<string, QueryWord>()
  for (const text of asked) {
    const key = termOf(text, language)
    const known = words.get(key)
    if (known === undefined && words.size >= queryWordsMax) continue
    words.set(key, {
      text: known?.text ?? text,
      forms: [...new Set([...(known?.forms ?? []), ...termsOf(text), ...(joined.get(text) ?? [])])],
      spelling: known === undefined ? spellingTermOf(text) : known.spelling,
      count: (known?.count ?? 0) + 1,
    })
  }
  return [...words.values()]
}

const quotes = /["“”„«»]([^"“”„«»]+)["“”„«»]/gu

const phrasesOf = (query: string): AnalyzedQuery['phrases'] =>
  [...query.matchAll(quotes)]
    .map(([, quoted = '']) => tokensIn(quoted).flatMap(({ parts }) => parts))
    .filter(({ length }) => length > 1)
