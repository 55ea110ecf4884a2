import { hash } from 'node:crypto'

export type Random = () => number

const vocabulary = 200_000

/** About as natural words: each rank is half as frequent as half its rank. */
export const someWord = (random: Random): string => wordOf(Math.floor(vocabulary ** random()))

/** No language has inflections of these. */
const wordOf = (rank: number): string => `w${rank.toString(36)}x`

/** The number of a word in the index. */
export const termOf = (word: string): number => hash('sha256', word, 'buffer').readInt32BE()

/** Which share of the documents each group sees. */
export const shares = { all: 1, third: 1 / 3, tenth: 0.1, hundredth: 0.01, 'two in 1000': 0.002 }
export type Share = keyof typeof shares
export const shareNames = Object.keys(shares) as readonly Share[]
export const groupOf = (share: Share): string => `group:${share.replaceAll(' ', '-')}`

/** The groups that see a document. */
export const someGroups = (random: Random): readonly string[] =>
  shareNames.filter((share) => random() < shares[share]).map(groupOf)

/** Words by rank: 0 is the most frequent. A query takes one word of each range. */
export const queryClasses: {
  readonly [name: string]: readonly (readonly [from: number, to: number])[]
} = {
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
}

export function someQuery(name: string, random: Random): readonly string[] {
  const words = new Set<string>()
  for (const [from, to] of queryClasses[name] ?? []) {
    const before = words.size
    while (words.size === before) words.add(wordOf(from + Math.floor(random() * (to - from))))
  }
  return [...words]
}
