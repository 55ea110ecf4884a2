import { expect, it } from 'vitest'
import { Unavailable } from '../ports/platform/unavailable.ts'
import { memoryAnswerLimiter, memoryAnswerModel } from '../testing/index.ts'
import { writeAnswer } from './write-answer.ts'

const input = { question: 'Why?', results: [], earlier: [] }
const { signal } = new AbortController()

it('stops a model that writes for ever at the greatest length', async () => {
  const model = memoryAnswerModel()
  let written = 0
  const endless = {
    ...model,
    async *write() {
      for (; ; written += 1) yield 'and so on, '
    },
  }
  const slot = memoryAnswerLimiter().queue('ask')!
  const text = await writeAnswer({ model: endless, slot, signal }, input, async () => {})
  expect(text!.length).toBeLessThan(100_010)
  expect(written).toBeLessThan(10_000)
})

it('returns null if the model is not free in time', async () => {
  const late = new Unavailable('answer model', 'Waited too long.')
  const slot = { granted: () => Promise.reject(late), release: () => {} }
  const model = memoryAnswerModel()
  expect(await writeAnswer({ model, slot, signal }, input, async () => {})).toBeNull()
  expect(model.prompts).toEqual([])
})
