import { stemEnglish, unlikeStems } from './stem-english.ts'
import { stemFrench } from './stem-french.ts'
import { stemGerman } from './stem-german.ts'
import { stemSpanish } from './stem-spanish.ts'
import { recentlyUsed, type RecentlyUsed } from '../../../recently-used.ts'
import { ambiguousWords, languages, stopWords, type Language } from '../language/stop-words.ts'

const stemmers: { readonly [Each in Language]: (word: string) => string } = {
  english: stemEnglish,
  german: stemGerman,
  french: stemFrench,
  spanish: stemSpanish,
}
/** Names, codes, numbers and other scripts have one form in all languages. */
const isInflected = /^[a-z]{2,40}$/

const commonWords: ReadonlySet<string> = new Set(
  languages.flatMap((language) => [...stopWords[language]]),
)

/** Common words that have inflections in another language: `car` is also an English noun, `but` a French one. */
const inflectedWords: ReadonlySet<string> = new Set(
  'an ante but con die era par sin solo son ton'.split(' '),
).union(ambiguousWords)

/**
 * The stem of a folded word. If that is a common word of any language, it gets a mark: in German the stem of `ändern` is
 * `and`, and in French that of `note` is `not`, but neither may find what English texts are full of. A common word itself
 * has no mark, also in texts of other languages, unless it has inflections there.
 */
function stemOf(word: string, language: Language): string {
  const stem = stemmers[language](isStreet(word) ? word.slice(0, -'asse'.length) : word)
  const isCommon =
    stopWords[language].has(word) || (commonWords.has(word) && !inflectedWords.has(word))
  return commonWords.has(stem) && !isCommon ? stem + commonMark : stem
}
const commonMark = '_'

/** Whether words of a term may begin otherwise from their second letter on. */
export const isUnlike = (term: string): boolean =>
  unlikeStems.has(term.endsWith(commonMark) ? term.slice(0, -commonMark.length) : term)

/** `Hauptstrasse` is `Hauptstr`, also in addresses in other languages. */
const isStreet = (word: string): boolean =>
  word.length > streetLengthMin && word.endsWith('strasse')
const streetLengthMin = 9

const wordsMin = 50_000
const stems = Object.fromEntries(
  languages.map((language) => [language, recentlyUsed<string, string>(wordsMin)]),
) as { readonly [Each in Language]: RecentlyUsed<string, string> }
const forms = recentlyUsed<string, readonly string[]>(wordsMin)
const cachedLengthMax = 40

/** The term under which a folded word is indexed in a passage of a language: its stem. */
export function termOf(word: string, language: Language): string {
  const cached = stems[language].get(word)
  if (cached !== undefined) return cached
  const stem = isInflected.test(word) ? stemOf(word, language) : word
  if (word.length <= cachedLengthMax) stems[language].set(word, stem)
  return stem
}

/** All terms under which a passage in any language may hold a folded word. */
export function termsOf(word: string): readonly string[] {
  const cached = forms.get(word)
  if (cached !== undefined) return cached
  const terms = isInflected.test(word)
    ? [...new Set(languages.map((language) => stemOf(word, language)))]
    : [word]
  if (word.length <= cachedLengthMax) forms.set(word, terms)
  return terms
}
