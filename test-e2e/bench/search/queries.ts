import { textOf } from './corpus.ts'
import { oneOf, someCommonWord, someLanguage, someWord, type Random } from './words.ts'

type Range = readonly [from: number, to: number]

/** Words by rank: 0 is the most frequent. A query takes one word of each range. */
const ranges = {
  rare: [[30_000, 200_000]],
  middle: [[500, 5_000]],
  common: [[0, 20]],
  'two common': [
    [0, 20],
    [20, 60],
  ],
  question: [
    [0, 30],
    [40, 100],
    [150, 900],
    [1_000, 5_000],
    [6_000, 60_000],
  ],
  'five very common': Array.from({ length: 5 }, () => [0, 20] as const),
  'sixteen words': Array.from({ length: 16 }, (_, at) => [at * 1_000, at * 1_000 + 900] as const),
} satisfies { readonly [kind: string]: readonly Range[] }

/** What is asked, by kind. Titles and sentences are from documents that are not stored, but like those that are. */
export const queryKinds: { readonly [kind: string]: (random: Random) => string } = {
  ...Object.fromEntries(
    Object.entries(ranges).map(([kind, each]) => [
      kind,
      (random: Random) => wordsOf(random, each, kind === 'question'),
    ]),
  ),
  title: (random) => unstored(random).title,
  sentence: (random) => oneOf(random, oneOf(random, unstored(random).sections).text.split('. ')),
  'stop words': (random) => {
    const language = someLanguage(random)
    return Array.from({ length: 4 }, () => someCommonWord(random, language)).join(' ')
  },
}

/** Beyond every document of a bench. */
const unstored = (random: Random) => textOf(1_000_000_000 + Math.floor(random() * 1_000_000_000))

/** A question has a common word before each of the others. */
function wordsOf(random: Random, all: readonly Range[], isQuestion: boolean): string {
  const language = someLanguage(random)
  const words = new Set<string>()
  for (const [from, to] of all) {
    const { size } = words
    while (words.size === size)
      words.add(someWord(random, language, from + Math.floor(random() * (to - from))))
  }
  return [...words]
    .map((word) => (isQuestion ? `${someCommonWord(random, language)} ${word}` : word))
    .join(' ')
}
