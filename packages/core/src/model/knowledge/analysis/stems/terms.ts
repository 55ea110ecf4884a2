import { stemEnglish } from './stem-english.ts'
import { stemFrench } from './stem-french.ts'
import { stemGerman } from './stem-german.ts'
import { stemSpanish } from './stem-spanish.ts'
import { languages, type Language } from '../stop-words.ts'

const stemmers: { readonly [Each in Language]: (word: string) => string } = {
  english: stemEnglish,
  german: stemGerman,
  french: stemFrench,
  spanish: stemSpanish,
}
/** Names, codes, numbers and other scripts have one form in all languages. */
const isInflected = /^[a-z]{2,40}$/

type Forms = Readonly<Record<Language, string>> & { readonly all: readonly string[] }
const cache = new Map<string, Forms>()
const cachedWordsMax = 50_000

function formsOf(word: string): Forms {
  const cached = cache.get(word)
  if (cached !== undefined) return cached
  const [english, german, french, spanish] = languages.map((language) =>
    isInflected.test(word) ? stemmers[language](word) : word,
  ) as [string, string, string, string]
  const all = [...new Set([english, german, french, spanish])]
  const forms = { english, german, french, spanish, all }
  if (word.length <= 40) {
    if (cache.size >= cachedWordsMax) cache.clear()
    cache.set(word, forms)
  }
  return forms
}

/** The term under which a folded word is indexed in a passage of a language: its stem. */
export const termOf = (word: string, language: Language): string => formsOf(word)[language]

/** All terms under which a passage in any language may hold a folded word. */
export const termsOf = (word: string): readonly string[] => formsOf(word).all
