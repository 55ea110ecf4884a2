import type { AnswerModel } from '@ken/core/ports'
import { askedQuestions, openQuality, type AskedQuestion } from './asked.ts'

/** How well a model answers: shares from 0 to 1. */
export type AnswerFigures = {
  /** Answers with the words that every right answer has. */
  readonly facts: number
  /** Sentences of answers that cite a source. */
  readonly citedSentences: number
  /** Right answers that cite a passage with these words. */
  readonly citedFacts: number
  /** Questions without an answer that is visible to the person, and that the model does not answer: it cites nothing. */
  readonly abstained: number
  /** Answers in the language of the question. */
  readonly language: number
  /** Questions that the model failed to answer at all. */
  readonly failed: number
}

type Asked = Awaited<ReturnType<Awaited<ReturnType<typeof openQuality>>>>
type Answered = { readonly question: AskedQuestion; readonly asked: Asked }

/** Asks all questions of the collection. */
export async function measuredAnswers(model: AnswerModel): Promise<AnswerFigures> {
  const ask = await openQuality(model)
  const all: Answered[] = []
  for (const question of askedQuestions) all.push({ question, asked: await ask(question.text) })
  const written = all.filter(({ asked }) => asked.outcome === 'answered')
  const answerable = written.filter(({ question }) => question.kind === 'answerable')
  const right = answerable.filter(hasFact)
  const sentences = answerable.flatMap(({ asked }) => sentencesOf(asked.answer))
  const others = all.filter(({ question }) => question.kind !== 'answerable')
  return {
    facts: share(right, all.length - others.length),
    citedSentences: share(sentences.filter(isCited), sentences.length),
    citedFacts: share(right.filter(citesFact), right.length),
    abstained: share(
      others.filter(({ asked }) => asked.cited.size === 0),
      others.length,
    ),
    language: share(answerable.filter(isInLanguage), answerable.length),
    failed: share(
      all.filter(({ asked }) => asked.outcome === 'found_only'),
      all.length,
    ),
  }
}

const share = (part: readonly unknown[], count: number): number =>
  count === 0 ? 0 : Math.round((part.length / count) * 1_000) / 1_000

const contains = (text: string, words: string): boolean =>
  text.toLowerCase().includes(words.toLowerCase())

const hasFact = ({ question, asked }: Answered): boolean => contains(asked.answer, question.fact)

const citesFact = ({ question, asked }: Answered): boolean =>
  asked.sources.some(
    ({ passage }, place) => asked.cited.has(place + 1) && contains(passage, question.fact),
  )

/** A citation behind the full stop belongs to its sentence. */
const sentencesOf = (text: string): readonly string[] =>
  text.split(/(?<=[.!?](?:\s*\[\d\])*)\s+(?!\[\d\])/).filter((part) => /\p{L}{3}/u.test(part))

const isCited = (sentence: string): boolean => /\[\d\]/.test(sentence)

/** Words of each language that the others do not have. */
const ownWords: { readonly [language: string]: ReadonlySet<string> } = {
  en: new Set(['the', 'and', 'of', 'to', 'is', 'are', 'you', 'your', 'with', 'for', 'it', 'not']),
  de: new Set(['der', 'das', 'und', 'ist', 'sind', 'nicht', 'mit', 'für', 'ein', 'eine', 'man']),
  fr: new Set(['le', 'les', 'et', 'est', 'sont', 'pas', 'pour', 'une', 'vous', 'avec', 'du', 'la']),
}

/** Short answers, such as a number, are in every language. */
function isInLanguage({ question, asked }: Answered): boolean {
  const words = asked.answer.toLowerCase().match(/\p{L}+/gu) ?? []
  const counts = Object.entries(ownWords).map(([language, own]) => ({
    language,
    count: words.filter((word) => own.has(word)).length,
  }))
  const most = Math.max(...counts.map(({ count }) => count))
  return counts.some(({ language, count }) => language === question.language && count === most)
}
