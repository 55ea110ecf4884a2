import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { inspect, promisify } from 'node:util'
import { answerModelContract } from '@ken/core/contracts'
import { Unavailable, type AnswerModel, type ModelPrompt } from '@ken/core/ports'
import { recordingLog } from '@ken/core/testing'
import { answerModelDouble, type AnswerModelBehaviour } from '@ken/testing'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { aiSdkAnswerModel, type AiSdkAnswerModelOptions } from './ai-sdk-answer-model.ts'

const key = 'sk-canary-key'
const prompt: ModelPrompt = {
  instructions: 'Be brief.',
  turns: [
    { role: 'person', text: 'canary one' },
    { role: 'assistant', text: 'canary two' },
    { role: 'person', text: 'canary three' },
  ],
}

const unending = new AbortController().signal

/** All that the model writes. */
async function written(model: AnswerModel): Promise<string> {
  let text = ''
  for await (const piece of model.write(prompt, unending)) text += piece
  return text
}

async function open(options: Partial<AiSdkAnswerModelOptions> = {}) {
  const double = await answerModelDouble()
  onTestFinished(double.close)
  const log = recordingLog()
  const model = aiSdkAnswerModel(
    { log },
    { url: double.url, model: 'words', key, budgetMs: 5_000, ...options },
  )
  return { double, model, log }
}

/** Stops the clock of the breaker and the warnings, until a test advances it. Sockets keep theirs. */
function holdTime() {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

answerModelContract('ai sdk', async () => {
  const { double, model } = await open()
  return {
    model,
    setUnavailable: (isUnavailable) => double.behave(isUnavailable ? { status: 503 } : 'ok'),
    close: async () => {},
  }
})

/** A process that loads the model, asks it, and prints how much code the question loaded. */
const askingProcess = (url: string) => `
  import { registerHooks } from 'node:module'
  import { aiSdkAnswerModel } from ${JSON.stringify(new URL('ai-sdk-answer-model.ts', import.meta.url).href)}
  const model = aiSdkAnswerModel({ log: console }, { url: ${JSON.stringify(url)}, model: 'words', key: null })
  await model.load()
  let loaded = 0
  registerHooks({ load: (url, context, next) => ((loaded += 1), next(url, context)) })
  await model.countTokens('one two')
  const prompt = { instructions: '', turns: [{ role: 'person', text: 'one' }] }
  for await (const _ of model.write(prompt, new AbortController().signal));
  console.log(loaded)
`

describe('aiSdkAnswerModel', () => {
  it('loads all code before the first question, which would wait for it', async () => {
    const double = await answerModelDouble()
    onTestFinished(double.close)
    const args = ['--input-type=module', '--eval', askingProcess(double.url)]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    expect(stdout.trim()).toBe('0')
  })

  it('sends requests of the API, with the key if there is one', async () => {
    const { double, model } = await open()
    expect(await written(model)).toBe('You sent 4 messages.')
    const wanted = { model: 'words', max_tokens: 1_000, stream: true }
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'canary one' },
      { role: 'assistant', content: 'canary two' },
      { role: 'user', content: 'canary three' },
    ]
    const path = '/v1/chat/completions'
    expect(double.requests).toEqual([
      { path, authorization: `Bearer ${key}`, body: { ...wanted, messages } },
    ])
    const keyless = await open({ key: null, url: `${double.url}/` })
    await written(keyless.model)
    expect(double.requests.at(-1)).toMatchObject({ path, authorization: null })
  })

  it('removes the reasoning from an answer', async () => {
    const { double, model } = await open()
    double.behave({ says: '<think>\nThey ask about <leave>.\n</think>\n\nThirty days.\n' })
    expect((await written(model)).trim()).toBe('Thirty days.')
  })

  it.each<{ readonly name: string; readonly behaviour: AnswerModelBehaviour }>([
    { name: 'thinks and says nothing', behaviour: { says: '<think>canary</think>' } },
    { name: 'hangs', behaviour: 'hang' },
    { name: 'sends its response byte by byte', behaviour: 'trickle' },
    { name: 'is slower than the time it has', behaviour: { slowMs: 900 } },
    { name: 'resets the connection', behaviour: 'reset' },
    { name: 'answers a page', behaviour: 'garbage' },
    { name: 'answers 10 MB', behaviour: 'huge' },
    {
      name: 'answers JSON of another form',
      behaviour: { json: { choices: [{ canary: 'three' }] } },
    },
    { name: 'answers no choice', behaviour: { json: { choices: [] } } },
    { name: 'answers a list', behaviour: { json: [] } },
    { name: 'says nothing', behaviour: { says: ' \n' } },
    { name: 'refuses the key', behaviour: { status: 401 } },
    { name: 'is asked too often', behaviour: { status: 429 } },
    { name: 'quotes the prompt in an error', behaviour: { status: 500 } },
    { name: 'redirects', behaviour: { status: 307, location: 'http://127.0.0.1:1/' } },
  ])(
    'R87 throws Unavailable, in bounded time and after one request, and R10 shows neither text nor key, when the model $name',
    async ({ behaviour }) => {
      const { double, model, log } = await open({ budgetMs: 300 })
      double.behave(behaviour)
      const start = performance.now()
      const error: unknown = await written(model).catch((thrown: unknown) => thrown)
      expect(performance.now() - start).toBeLessThan(2_000)
      expect(error).toBeInstanceOf(Unavailable)
      expect(double.requests).toHaveLength(1)
      expect(inspect([log.lines, error], { depth: Infinity, showHidden: true })).not.toContain(
        'canary',
      )
    },
  )

  it('R87 stops calling after three failures in a row, and tries once after ten seconds', async () => {
    holdTime()
    const { double, model, log } = await open()
    double.behave({ status: 500 })
    for (let asked = 0; asked < 5; asked += 1)
      await expect(written(model)).rejects.toThrow(Unavailable)
    expect(double.requests).toHaveLength(3)
    expect(log.lines).toMatchObject([
      { event: 'answer_model.failed', fields: { reason: 'it responded with status 500' } },
    ])
    vi.advanceTimersByTime(10_000)
    await Promise.allSettled(Array.from({ length: 5 }, () => written(model)))
    expect(double.requests).toHaveLength(4)
    double.behave('ok')
    vi.advanceTimersByTime(10_000)
    expect(await written(model)).not.toBe('')
  })

  it.each<{ readonly name: string; readonly behaviour: AnswerModelBehaviour }>([
    { name: 'says only blanks', behaviour: { says: ' ' } },
    { name: 'thinks and says nothing', behaviour: { says: '<think>canary</think>' } },
    { name: 'writes longer than it may', behaviour: { says: 'word '.repeat(40), everyMs: 10 } },
    { name: 'hangs up in the middle', behaviour: 'cut' },
    { name: 'refuses the text', behaviour: { status: 400 } },
  ])('R87 still calls a model that $name, which a prompt can provoke', async ({ behaviour }) => {
    const { double, model } = await open({ budgetMs: 150 })
    double.behave(behaviour)
    for (let asked = 0; asked < 4; asked += 1)
      await expect(written(model)).rejects.toThrow(Unavailable)
    expect(double.requests).toHaveLength(4)
  })

  it('R87 does not blame the model for a reader that takes its time', async () => {
    const { double, model } = await open({ budgetMs: 400 })
    double.behave({ says: 'word '.repeat(400), everyMs: 2 })
    for (let asked = 0; asked < 3; asked += 1) {
      const slow = async () => {
        const words = model.write(prompt, unending)[Symbol.asyncIterator]()
        await words.next()
        await delay(500)
        while ((await words.next()).done !== true);
      }
      await expect(slow()).rejects.toThrow(Unavailable)
    }
    double.behave('ok')
    expect(await written(model)).not.toBe('')
  })

  it.each([
    { name: 'an invalid address', options: { url: 'localhost canary' } },
    { name: 'a password in the address', options: { url: 'http://user:canary@127.0.0.1/v1' } },
    { name: 'a key that a header cannot carry', options: { key: 'sk-canary\n' } },
  ])('refuses $name without showing it', async ({ options }) => {
    const error: unknown = await open(options).catch((thrown: unknown) => thrown)
    expect((error as Error).message).toMatch(/of the answer model/)
    expect((error as Error).message).not.toContain('canary')
  })
})

describe('probe', () => {
  it('returns the time of a working model', async () => {
    const { double, model } = await open()
    double.behave({ says: 'A printer prints.', everyMs: 5 })
    expect(await model.probe()).toEqual({
      ok: true,
      firstWordMs: expect.any(Number),
      charactersPerSecond: expect.any(Number),
    })
  })

  it.each<{ readonly behaviour: AnswerModelBehaviour; readonly reason: string }>([
    { behaviour: { status: 401 }, reason: 'check the key' },
    { behaviour: { status: 404 }, reason: 'it has no such model' },
    {
      behaviour: { status: 404, page: '404 page not found' },
      reason: 'no such API at its address',
    },
    { behaviour: { json: { error: 'Unexpected endpoint' } }, reason: 'not one of its API' },
    { behaviour: 'cut', reason: 'closed the connection before its response was complete' },
    { behaviour: 'hang', reason: 'did not respond within 300 ms' },
    { behaviour: 'garbage', reason: 'not one of its API' },
    { behaviour: 'reset', reason: 'closed the connection' },
  ])('returns the reason in plain words: $behaviour', async ({ behaviour, reason }) => {
    const { double, model } = await open({ budgetMs: 300 })
    double.behave(behaviour)
    expect(await model.probe()).toEqual({ ok: false, reason: expect.stringContaining(reason) })
  })
})
