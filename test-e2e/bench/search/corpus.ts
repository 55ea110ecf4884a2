import {
  oneOf,
  randomFrom,
  someCommonWord,
  someLanguage,
  someRank,
  someWord,
  vocabulary,
  type BenchLanguage,
  type Random,
} from './words.ts'

/** Which share of the documents each group sees. */
export const shares = { all: 1, third: 1 / 3, tenth: 0.1, hundredth: 0.01, 'two in 1000': 0.002 }
export type Share = keyof typeof shares
export const shareNames = Object.keys(shares) as readonly Share[]
export const groupOf = (share: Share): string => `group:${share.replaceAll(' ', '-')}`

const sourcesCount = 20
const passagesMax = 40
const passagesOfDocumentMean = 4.3
const commonShare = 0.4
/** In how many titles and headings one is. */
const titleCommonShare = 0.4
/** Which share of the other words is about the subject of a document. */
const topicShare = 0.3
const copyShare = 0.05

export type BenchText = {
  readonly language: BenchLanguage
  readonly title: string
  readonly sections: readonly { readonly heading: string; readonly text: string }[]
}
export type BenchDocument = {
  readonly externalId: string
  readonly source: string
  readonly title: string
  readonly body: string
  readonly allowed: readonly string[]
}

/** How many documents have about this many passages. */
export const documentsWith = (passages: number): number =>
  Math.ceil(passages / passagesOfDocumentMean)

/** The document of a number, always the same. One in twenty is almost the same as the one before it. */
export function documentOf(number: number): BenchDocument {
  const random = randomFrom(number)
  const { title, sections } = textOf(number)
  return {
    externalId: `page-${number}`,
    source: `source-${Math.floor(random() * sourcesCount)}`,
    title,
    body: sections.map(({ heading, text }) => `## ${heading}\n\n${text}`).join('\n\n'),
    allowed: shareNames.filter((share) => random() < shares[share]).map(groupOf),
  }
}

/** The title, headings and texts of a document. Half have one passage, a tenth ten or more, and some 40. */
export function textOf(number: number): BenchText {
  const random = randomFrom(-1 - number)
  if (number > 0 && random() < copyShare) return withChanges(textOf(number - 1), random)
  const language = someLanguage(random)
  const topic = Array.from({ length: 20 }, () => rankOfTopic(random))
  const nextRank = () =>
    random() < topicShare ? topic[Math.floor(topic.length ** random()) - 1]! : someRank(random)
  const phrase = (length: number) => {
    const words = Array.from({ length }, () => someWord(random, language, nextRank()))
    if (random() < titleCommonShare) words.splice(-1, 0, someCommonWord(random, language))
    return capitalized(words.join(' '))
  }
  return {
    language,
    title: phrase(2 + Math.floor(random() * 4)),
    sections: Array.from({ length: Math.min(passagesMax, Math.floor(1 / random())) }, () => ({
      heading: phrase(1 + Math.floor(random() * 4)),
      text: someText(random, language, nextRank, 40 + Math.floor(random() * 150)),
    })),
  }
}

/** Rarer than most words: no subject is a word that is in most texts. */
const rankOfTopic = (random: Random): number => Math.floor(100 * (vocabulary / 100) ** random())

function someText(
  random: Random,
  language: BenchLanguage,
  nextRank: () => number,
  length: number,
): string {
  const sentences: string[] = []
  for (let left = length; left > 0;) {
    const count = Math.min(left, 8 + Math.floor(random() * 14))
    sentences.push(sentence(random, language, nextRank, count))
    left -= count
  }
  return sentences.join(' ')
}

function sentence(
  random: Random,
  language: BenchLanguage,
  nextRank: () => number,
  length: number,
): string {
  const words = Array.from({ length }, () =>
    random() < commonShare
      ? someCommonWord(random, language)
      : nounOf(language, someWord(random, language, nextRank())),
  )
  return `${capitalized(words.join(' '))}.`
}

const nounOf = (language: BenchLanguage, word: string): string =>
  language === 'german' && word.includes('dung') ? capitalized(word) : word

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** A copy in which one sentence of each passage is another one of it, as versions of a page differ. */
const withChanges = ({ language, title, sections }: BenchText, random: Random): BenchText => ({
  language,
  title,
  sections: sections.map(({ heading, text }) => {
    const sentences = text.split('. ')
    const changed = Math.floor(random() * sentences.length)
    return { heading, text: sentences.with(changed, oneOf(random, sentences)).join('. ') }
  }),
})
