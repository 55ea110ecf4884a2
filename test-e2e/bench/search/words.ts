export type Random = () => number

/** A repeatable source of numbers from 0 to 1; the first ones of neighbouring seeds have nothing in common. */
export function randomFrom(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e_37_79_b1)
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), state | 1)
    const again = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61))
    return ((again ^ (again >>> 14)) >>> 0) / 2 ** 32
  }
}

export const oneOf = <Value>(random: Random, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)]!

/** As the documents of a company with offices in four countries. */
const languageShares = { english: 0.6, german: 0.2, french: 0.1, spanish: 0.1 }
export type BenchLanguage = keyof typeof languageShares

export function someLanguage(random: Random): BenchLanguage {
  let left = random()
  for (const [language, share] of Object.entries(languageShares)) {
    if (left < share) return language as BenchLanguage
    left -= share
  }
  return 'english'
}

/** The commonest words of texts, the most frequent first. */
const commonWords: { readonly [Language in BenchLanguage]: readonly string[] } = {
  english:
    'the of and to in a is that for it as with on be by this are or from at not you can have if will'.split(
      ' ',
    ),
  german:
    'die der und in das den von zu ist des nicht mit im ein für auf dem eine als auch werden an aus er'.split(
      ' ',
    ),
  french:
    'de la le et les des en un à du une que est pour dans qui par sur au plus ce il ne se'.split(
      ' ',
    ),
  spanish: 'de la que el en y a los se del las un por con no una su para es al lo como más o'.split(
    ' ',
  ),
}

export const someCommonWord = (random: Random, language: BenchLanguage): string => {
  const words = commonWords[language]
  return words[Math.floor(words.length ** random()) - 1]!
}

export const vocabulary = 200_000

/** About as natural words: each rank is half as frequent as half its rank. */
export const someRank = (random: Random): number => Math.floor(vocabulary ** random())

const syllables = 'ba be bi bo ka ke ki ko lu la ma mo na nu pa po ra ri sa so ta tu va vo'.split(
  ' ',
)

/** What a word of a language ends with, and what its other form ends with. */
const endings: { readonly [Language in BenchLanguage]: readonly [string, string] } = {
  english: ['tation', 'tations'],
  german: ['dung', 'dungen'],
  french: ['geur', 'geurs'],
  spanish: ['dad', 'dades'],
}
const lastLetters = { english: 'k', german: 'lt', french: 'que', spanish: 'ndo' }

/**
 * The word of a rank. Each second has another form, which is in half of the places. A quarter is the same in all languages,
 * as names are.
 */
export function wordOf(rank: number, language: BenchLanguage, isOtherForm: boolean): string {
  const stem = stemOf(rank)
  if (rank % 4 === 0) return `${stem}x`
  return stem + (rank % 2 === 0 ? lastLetters[language] : endings[language][isOtherForm ? 1 : 0])
}

function stemOf(rank: number): string {
  let stem = ''
  for (let rest = rank + syllables.length; rest > 0; rest = Math.floor(rest / syllables.length))
    stem = syllables[rest % syllables.length] + stem
  return stem
}

export const someWord = (random: Random, language: BenchLanguage, rank: number): string =>
  wordOf(rank, language, random() < 0.5)
