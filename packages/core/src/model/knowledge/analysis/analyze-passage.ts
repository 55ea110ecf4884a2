import { compoundParts } from './compound-parts.ts'
import { languageOf, languageOfTexts } from './detect-language.ts'
import type { Language } from './language/stop-words.ts'
import { spellingTermOf } from './spelling.ts'
import { termOf } from './stems/terms.ts'
import { tokensIn, type IndexTerm, type Token } from './tokens/tokens.ts'

/** A passage with what is searched together with it. */
export type AnalyzedText = {
  readonly title: string
  /** Empty except for the first passage of a document. */
  readonly externalId: string
  readonly heading: string
  readonly body: string
  /** The language of the document; a passage that is clearly in another one keeps its own. */
  readonly language: Language | 'unknown'
}

/** The terms of a passage with their weighted frequencies, and its length in words. */
export type PassageTerms = {
  readonly frequencies: ReadonlyMap<string, number>
  readonly length: number
}

const fields = ['title', 'externalId', 'heading', 'body'] as const
/** How often a word counts that is written once in this field. */
const weights = { title: 2, externalId: 2, heading: 1.5, body: 1 }
/** From how many letters on a word is also found by similar spellings. Short ones would be too many. */
const spellingLengthMin = { title: 5, externalId: 100, heading: 5, body: 7 }
const spelledLengthMin = Math.min(...Object.values(spellingLengthMin))

/** A document with what its passages are searched by. */
export type AnalyzedDocument = {
  readonly title: string
  readonly externalId: string
  readonly passages: readonly { readonly heading: string; readonly text: string }[]
}

/**
 * Turns the passages of a document into what the index stores of them, one by one: a long document takes
 * seconds, and the caller can pause in between.
 */
export function* analyzeDocument({
  title,
  externalId,
  passages,
}: AnalyzedDocument): Generator<PassageTerms> {
  const titleTokens = tokensIn(title)
  const bodies: (readonly Token[])[] = []
  const bodyOf = (ordinal: number) => (bodies[ordinal] ??= tokensIn(passages[ordinal]!.text))
  const texts = [title, ...passages.map(({ text }) => text)]
  const language = languageOfTexts(texts, () => [
    titleTokens,
    ...passages.map((_, ordinal) => bodyOf(ordinal)),
  ])
  for (const [ordinal, { heading }] of passages.entries()) {
    yield analyzeTokens(
      {
        title: titleTokens,
        externalId: ordinal === 0 ? tokensIn(externalId) : [],
        heading: tokensIn(heading),
        body: bodyOf(ordinal),
      },
      language,
    )
  }
}

/** Turns a passage into what the index stores of it. */
export function analyzePassage({
  title,
  externalId,
  heading,
  body,
  language,
}: AnalyzedText): PassageTerms {
  const tokens = {
    title: tokensIn(title),
    externalId: tokensIn(externalId),
    heading: tokensIn(heading),
    body: tokensIn(body),
  }
  return analyzeTokens(tokens, language)
}

type AnalyzedTokens = { readonly [Field in (typeof fields)[number]]: readonly Token[] }

function analyzeTokens(text: AnalyzedTokens, documentLanguage: Language | 'unknown'): PassageTerms {
  const language = likelyLanguage(text.body, documentLanguage)
  const frequencies = new Map<string, number>()
  let length = 0
  for (const field of fields) {
    const weight = weights[field]
    const lengthMin = spellingLengthMin[field]
    for (const token of text[field]) {
      length += token.length
      for (const { term, spelledLength, share } of indexTermsOf(token, language))
        if (spelledLength === null || spelledLength >= lengthMin)
          frequencies.set(term, (frequencies.get(term) ?? 0) + weight * share)
    }
  }
  return { frequencies, length }
}

/** Texts of unknown language have English inflections. */
const likelyLanguage = (body: readonly Token[], language: Language | 'unknown'): Language => {
  const own = languageOf(body)
  if (own !== 'unknown') return own
  return language === 'unknown' ? 'english' : language
}

/** Less than a word of its own: `Urlaub` finds a page about it before one that only has `Urlaubsantrag`. */
const compoundShare = 0.5

/** The terms under which a token is found in a passage of a language. */
function indexTermsOf(token: Token, language: Language): readonly IndexTerm[] {
  return (token.indexTerms[language] ??= token.words.flatMap((word): readonly IndexTerm[] => {
    const stem = { term: termOf(word, language), spelledLength: null, share: 1 }
    const spelling = word.length < spelledLengthMin ? null : spellingTermOf(word)
    if (spelling === null) return [stem]
    const spelled = { term: spelling, spelledLength: word.length, share: 1 }
    const isNoun = language === 'german' && token.isCapitalized
    return isNoun ? [stem, spelled, ...partTermsOf(word)] : [stem, spelled]
  }))
}

const partTermsOf = (noun: string): readonly IndexTerm[] =>
  compoundParts(noun).map((part) => ({
    term: termOf(part, 'german'),
    spelledLength: null,
    share: compoundShare,
  }))

const impactMax = 255
const saturation = 1.2
const lengthShare = 0.75
const averageLength = 150

/**
 * What a term adds to the score of a passage, before the weight of the term: BM25 with an average
 * length of 150 words, as a whole number up to 255.
 */
export const impactOf = (frequency: number, length: number): number =>
  Math.round(
    (impactMax * frequency) /
      (frequency + saturation * (1 - lengthShare + (lengthShare * length) / averageLength)),
  )
