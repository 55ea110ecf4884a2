import { tokensIn, type Token } from './tokens/tokens.ts'
import { dictionariesCount } from './language/language-evidence.ts'
import { languages, type Language } from './language/stop-words.ts'

const tokensReadMax = 500
const charactersReadMax = 10_000
/** Less than about two telling words decide nothing. */
const evidenceMin = 1.5
const leadMin = 1.3

/**
 * The language in which a text is written, by its common words; `unknown` if the text is short, or
 * in another language.
 */
export const detectLanguage = (text: string): Language | 'unknown' =>
  languageOf(tokensIn(text.slice(0, charactersReadMax), tokensReadMax))

/** The language of texts that are one document. Asks for their tokens only if they are short. */
export function languageOfTexts(
  texts: readonly string[],
  tokens: () => readonly (readonly Token[])[],
): Language | 'unknown' {
  const length = texts.reduce((sum, text) => sum + text.length + 1, -1)
  return length > charactersReadMax ? detectLanguage(texts.join('\n')) : languageOf(tokens().flat())
}

/** The same for tokens. */
export function languageOf(tokens: readonly Token[]): Language | 'unknown' {
  const counts = new Float64Array(dictionariesCount)
  const read = Math.min(tokens.length, tokensReadMax)
  for (let at = 0; at < read; at += 1) {
    for (const { places, weight } of tokens[at]!.evidence)
      for (const place of places) counts[place]! += weight
  }
  return clearest(counts)
}

function clearest(counts: Float64Array): Language | 'unknown' {
  const [second = 0, most = 0] = counts.toSorted().subarray(-2)
  if (most < evidenceMin || most < second * leadMin) return 'unknown'
  return languages[counts.indexOf(most)] ?? 'unknown'
}
