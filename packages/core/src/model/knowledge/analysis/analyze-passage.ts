import { languageOf } from './detect-language.ts'
import type { Language } from './stop-words.ts'
import { spellingTermOf } from './spelling.ts'
import { termOf } from './stems/terms.ts'
import { tokensIn, type Token } from './tokens.ts'

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

/** Texts of unknown language have English inflections. */
const likelyLanguage = (body: readonly Token[], language: Language | 'unknown'): Language => {
  const own = languageOf(body)
  if (own !== 'unknown') return own
  return language === 'unknown' ? 'english' : language
}

/** Turns a passage into what the index stores of it. */
export function analyzePassage(passage: AnalyzedText): PassageTerms {
  const body = tokensIn(passage.body)
  const language = likelyLanguage(body, passage.language)
  const frequencies = new Map<string, number>()
  let length = 0
  const add = (term: string, weight: number) =>
    void frequencies.set(term, (frequencies.get(term) ?? 0) + weight)
  for (const field of fields) {
    const weight = weights[field]
    const tokens = field === 'body' ? body : tokensIn(passage[field])
    for (const token of tokens) {
      for (const word of token.words) {
        add(termOf(word, language), weight)
        const spelling = word.length < spellingLengthMin[field] ? null : spellingTermOf(word)
        if (spelling !== null) add(spelling, weight)
      }
      length += token.length
    }
  }
  return { frequencies, length }
}

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
