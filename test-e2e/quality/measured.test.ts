import type { AnswerModel } from '@ken/core/ports'
import { expect, it } from 'vitest'
import { askedQuestions } from './asked.ts'
import { measuredAnswers } from './measured.ts'

type Prompt = {
  readonly question: string
  readonly passages: readonly { readonly number: number; readonly text: string }[]
}

/** A model that answers by its prompt. */
const modelOf = (answer: (prompt: Prompt) => string): AnswerModel => ({
  promptTokensMax: 6_000,
  countTokens: async (text) => Math.ceil(text.length / 4),
  async *write({ turns }) {
    yield answer(JSON.parse(turns.at(-1)!.text) as Prompt)
  },
})

const unknown: { readonly [language: string]: string } = {
  en: 'The passages do not answer it.',
  de: 'Das ist nicht bekannt.',
  fr: 'La réponse est inconnue.',
}

/** Says the sentence with the fact and cites it, or that there is none. */
function known({ question, passages }: Prompt): string {
  const { kind, fact, language } = askedQuestions.find(({ text }) => text === question)!
  const found = passages.find(({ text }) => text.toLowerCase().includes(fact.toLowerCase()))
  if (kind !== 'answerable' || found === undefined) return unknown[language]!
  return `${found.text.trim().replaceAll(/\s*[.!?]\s+/g, ', ')} [${found.number}]`
}

it('measures a model that answers from its passages', async () => {
  const figures = await measuredAnswers(modelOf(known))
  expect(figures).toMatchObject({ citedFacts: 1, abstained: 1, failed: 0 })
  expect(figures.facts).toBeGreaterThanOrEqual(0.95)
  expect(figures.citedSentences).toBeGreaterThanOrEqual(0.9)
  expect(figures.language).toBeGreaterThanOrEqual(0.9)
})

it('measures a model that always says the same, and one that says nothing', async () => {
  const same = await measuredAnswers(
    modelOf(() => 'The answer is 42 and it is in the book [1]. Yes.'),
  )
  expect(same).toMatchObject({ citedSentences: 0.5, failed: 0 })
  expect(same.facts).toBeLessThan(0.1)
  expect(same.abstained).toBeLessThan(0.5)
  expect(same.language).toBe(0.5)
  expect(await measuredAnswers(modelOf(() => '<think>'))).toMatchObject({ facts: 0 })
})
