import { languages, stopWords } from './stop-words.ts'

/** Common words of languages without a stemmer, so that their texts are not taken for others. */
const otherLanguages: readonly ReadonlySet<string>[] = [
  'de het een en van ik te dat die in hij niet zijn is op aan met voor ook er maar om dan zou of wat mijn men dit zo door over bij worden wordt uit kan naar hebben deze heeft moet',
  'di e il la che un a per in una con non le si da lo come del i al piu anche della questo nel alla sono dei gli ha dal delle essere su questa quando puo ogni sul dopo',
  'de a o que e do da em um para com nao uma os no se na por mais as dos como mas ao das foi ou ser quando muito nos ja esta eu tambem so pelo pela ate isso ela entre depois sem mesmo voce pode',
  'och i att det som en pa ar av for med till den har de inte om ett han men var jag sig fran vi sa kan nar ska eller alla efter vid',
  'og i at det en pa er af for med til den har de ikke om et han men var jeg sig fra vi kan nar skal eller alle efter ved som',
  'w i na z do sie nie to jest ze o jak a po co dla od za ale czy przez przy ma juz tak tego tylko lub oraz byc',
].map((list) => new Set(list.split(' ')))

const dictionaries: readonly ReadonlySet<string>[] = [
  ...languages.map((language) => stopWords[language]),
  ...otherLanguages,
]

export const dictionariesCount = dictionaries.length

/**
 * Which languages have a common word, by their places (those of `languages` first), and how much it
 * says: less if several have it.
 */
export type LanguageEvidence = { readonly places: readonly number[]; readonly weight: number }

const evidence: ReadonlyMap<string, LanguageEvidence> = new Map(
  [...new Set(dictionaries.flatMap((dictionary) => [...dictionary]))].map((word) => {
    const places = dictionaries.flatMap((words, place) => (words.has(word) ? [place] : []))
    return [word, { places, weight: 1 / places.length }]
  }),
)

const none: readonly LanguageEvidence[] = []

/** What the common words among some folded words say about the language of their text. */
export function languageEvidenceOf(words: readonly string[]): readonly LanguageEvidence[] {
  const found = words.flatMap((word) => evidence.get(word) ?? [])
  return found.length === 0 ? none : found
}
