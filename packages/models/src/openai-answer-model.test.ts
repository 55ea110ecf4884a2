import { inspect } from 'node:util'
import { answerModelContract } from '@ken/core/contracts'
import { Unavailable, type ModelPrompt } from '@ken/core/ports'
import { recordingLog } from '@ken/core/testing'
import { answerModelDouble, type AnswerModelBehaviour } from '@ken/testing'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openAiAnswerModel, type OpenAiAnswerModelOptions } from './openai-answer-model.ts'

const key = 'sk-canary-key'
const prompt: ModelPrompt = {
  instructions: 'Be brief.',
  turns: [
    { role: 'person', text: 'canary one' },
    { role: 'assistant', text: 'canary two' },
    { role: 'person', text: 'canary three' },
  ],
}

async function open(options: Partial<OpenAiAnswerModelOptions> = {}) {
  const double = await answerModelDouble()
  onTestFinished(double.close)
  const log = recordingLog()
  const model = openAiAnswerModel({ log }, { url: double.url, model: 'words', key, budgetMs: 5_000, ...options })
  return { double, model, log }
}

/** Makes the breaker's and the warnings' time stand still until it is advanced; sockets keep theirs. */
function holdTime() {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

answerModelContract('openai', async () => {
  const { double, model } = await open()
  return { model, setAway: (isAway) => double.behave(isAway ? { status: 503 } : 'ok'), close: async () => {} }
})

describe('openAiAnswerModel', () => {
  it('asks as the API says, with the key only when there is one', async () => {
    const { double, model } = await open()
    expect(await model.complete(prompt)).toBe('You sent 4 messages.')
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'canary one' },
      { role: 'assistant', content: 'canary two' },
      { role: 'user', content: 'canary three' },
    ]
    const path = '/v1/chat/completions'
    expect(double.requests).toEqual([{ path, authorization: `Bearer ${key}`, body: { model: 'words', messages } }])
    const keyless = await open({ key: null, url: `${double.url}/` })
    await keyless.model.complete(prompt)
    expect(double.requests.at(-1)).toMatchObject({ path, authorization: null })
  })

  it('gives the answer of a model that thinks aloud, without the thoughts', async () => {
    const { double, model } = await open()
    double.behave({ says: '<think>\nThey ask about <leave>.\n</think>\n\nThirty days.\n' })
    expect(await model.complete(prompt)).toBe('Thirty days.')
  })

  it.each<[string, AnswerModelBehaviour]>([
    ['thinks and says nothing', { says: '<think>canary</think>' }],
    ['hangs', 'hang'],
    ['sends its answer byte by byte', 'trickle'],
    ['is slower than the time it has', { slowMs: 900 }],
    ['resets the connection', 'reset'],
    ['answers a page', 'garbage'],
    ['answers 10 MB', 'huge'],
    ['answers JSON of another form', { json: { choices: [{ canary: 'three' }] } }],
    ['answers no choice', { json: { choices: [] } }],
    ['answers a list', { json: [] }],
    ['says nothing', { says: ' \n' }],
    ['refuses the key', { status: 401 }],
    ['is asked too often', { status: 429 }],
    ['quotes the prompt in an error', { status: 500 }],
    ['redirects', { status: 307, location: 'http://127.0.0.1:1/' }],
  ])(
    'R87 throws Unavailable, in bounded time, once asked, and R10 shows neither text nor key, when the model %s',
    async (_, behaviour) => {
      const { double, model, log } = await open({ budgetMs: 300 })
      double.behave(behaviour)
      const start = performance.now()
      const error: unknown = await model.complete(prompt).catch((thrown: unknown) => thrown)
      expect(performance.now() - start).toBeLessThan(2_000)
      expect(error).toBeInstanceOf(Unavailable)
      expect(double.requests).toHaveLength(1)
      expect(inspect([log.lines, error], { depth: Infinity, showHidden: true })).not.toContain('canary')
    },
  )

  it('R87 asks no more after three failures in a row, and once again after ten seconds', async () => {
    holdTime()
    const { double, model, log } = await open()
    double.behave({ status: 500 })
    for (let asked = 0; asked < 5; asked += 1) await expect(model.complete(prompt)).rejects.toThrow(Unavailable)
    expect(double.requests).toHaveLength(3)
    expect(log.lines).toMatchObject([{ event: 'answer_model.failed', fields: { reason: 'it answered with status 500' } }])
    vi.advanceTimersByTime(10_000)
    await Promise.allSettled(Array.from({ length: 5 }, () => model.complete(prompt)))
    expect(double.requests).toHaveLength(4)
    double.behave('ok')
    vi.advanceTimersByTime(10_000)
    expect(await model.complete(prompt)).not.toBe('')
  })

  it.each([
    ['an address that is none', { url: 'localhost canary' }],
    ['a password in the address', { url: 'http://user:canary@127.0.0.1/v1' }],
    ['a key that no header may carry', { key: 'sk-canary\n' }],
  ])('refuses %s without showing it', async (_, options) => {
    const error: unknown = await open(options).catch((thrown: unknown) => thrown)
    expect((error as Error).message).toMatch(/of the answer model/)
    expect((error as Error).message).not.toContain('canary')
  })
})

describe('probe', () => {
  it('tells that a model answers, and in what time', async () => {
    const { model } = await open()
    expect(await model.probe()).toEqual({ ok: true, milliseconds: expect.any(Number) })
  })

  it.each<[AnswerModelBehaviour, string]>([
    [{ status: 401 }, 'check the key'],
    [{ status: 404 }, 'knows no such address or model'],
    ['hang', 'did not answer within 300 ms'],
    ['garbage', 'none of the OpenAI API'],
    ['reset', 'closed the connection'],
  ])('says in plain words what is wrong: %j', async (behaviour, reason) => {
    const { double, model } = await open({ budgetMs: 300 })
    double.behave(behaviour)
    expect(await model.probe()).toEqual({ ok: false, reason: expect.stringContaining(reason) })
  })
})
