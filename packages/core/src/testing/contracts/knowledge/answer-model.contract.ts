import { describe, expect } from 'vitest'
import type { AnswerModel } from '../../../ports/knowledge/answer-model.ts'
import { Unavailable } from '../../../ports/platform/unavailable.ts'
import { testIn, type Closable } from '../contract-suite.ts'

/** A fresh model, and a switch that makes it unavailable. */
export type AnswerModelWorld = Closable & {
  readonly model: AnswerModel
  readonly setUnavailable: (isUnavailable: boolean) => void
}

const prompt = {
  instructions: 'Be brief.',
  turns: [{ role: 'person', text: 'Where is the printer?' }],
} as const

/** What every `AnswerModel` must do. `open` returns a fresh world for each test. */
export function answerModelContract(name: string, open: () => Promise<AnswerModelWorld>) {
  const test = testIn(open)
  describe(`AnswerModel contract: ${name}`, () => {
    test('returns text', async ({ model }) => {
      expect((await model.complete(prompt)).trim()).not.toBe('')
    })

    test('throws Unavailable while the model is unavailable, and works again afterwards', async ({
      model,
      setUnavailable,
    }) => {
      setUnavailable(true)
      await expect(model.complete(prompt)).rejects.toThrow(Unavailable)
      setUnavailable(false)
      expect(await model.complete(prompt)).not.toBe('')
    })

    test('counts no tokens for an empty text, and more for a longer text', async ({ model }) => {
      const [none, one, many] = await Promise.all(
        ['', 'printer', 'printer '.repeat(100)].map((text) => model.countTokens(text)),
      )
      expect(none).toBe(0)
      expect(one).toBeGreaterThan(0)
      expect(many).toBeGreaterThanOrEqual(100)
      expect(model.promptTokensMax).toBeGreaterThan(0)
    })

    test('counts any text, including control tokens of models', async ({ model }) => {
      for (const text of [
        '<|endoftext|>',
        '😀'.repeat(3_000),
        'a'.repeat(16_383),
        '\u0000',
        '\ud83d',
      ])
        expect(await model.countTokens(text)).toBeGreaterThan(0)
    })
  })
}
