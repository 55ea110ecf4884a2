import { describe, expect } from 'vitest'
import type { AnswerModel } from '../../../ports/knowledge/answer-model.ts'
import { Unavailable } from '../../../ports/platform/unavailable.ts'
import { testIn, type Closable } from '../contract-suite.ts'

/** A fresh model, and a switch that makes it unavailable. */
export type AnswerModelWorld = Closable & {
  readonly model: AnswerModel
  readonly setUnavailable: (isUnavailable: boolean) => void
}

const unending = new AbortController().signal

/** All that the model writes. */
async function written(model: AnswerModel): Promise<string> {
  let text = ''
  for await (const piece of model.write(prompt, unending)) text += piece
  return text
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
      expect((await written(model)).trim()).not.toBe('')
    })

    test('throws Unavailable while the model is unavailable, and works again afterwards', async ({
      model,
      setUnavailable,
    }) => {
      setUnavailable(true)
      await expect(written(model)).rejects.toThrow(Unavailable)
      setUnavailable(false)
      expect(await written(model)).not.toBe('')
    })

    test('throws Unavailable for the request when its signal aborts, before and while it writes', async ({
      model,
    }) => {
      const abort = new AbortController()
      const pieces = model.write(prompt, abort.signal)[Symbol.asyncIterator]()
      await pieces.next()
      abort.abort()
      const rest = async () => {
        for (let piece = await pieces.next(); piece.done !== true; piece = await pieces.next());
      }
      await expect(rest()).rejects.toMatchObject({ dependency: 'request' })
      const late = model.write(prompt, abort.signal)[Symbol.asyncIterator]()
      await expect(late.next()).rejects.toMatchObject({ dependency: 'request' })
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
