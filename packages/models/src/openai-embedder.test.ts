import { inspect } from 'node:util'
import { embedderContract } from '@ken/core/contracts'
import { Unavailable, type Log, type LogFields } from '@ken/core/ports'
import { embedderDouble, type EmbedderBehaviour } from '@ken/testing'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { networkFailure } from './model-failure.ts'
import { openAiEmbedder, type OpenAiEmbedderOptions } from './openai-embedder.ts'

const key = 'sk-canary-key'
const query = 'canary question'

async function open(options: Partial<OpenAiEmbedderOptions> = {}) {
  const double = await embedderDouble()
  onTestFinished(double.close)
  const lines: { readonly event: string; readonly fields: LogFields | undefined }[] = []
  const note = (event: string, fields?: LogFields) => void lines.push({ event, fields })
  const log: Log = { info: note, warn: note, error: note }
  const embedder = openAiEmbedder({ log }, { url: double.url, model: 'words', key, budgetMs: 5_000, ...options })
  return { double, embedder, lines }
}

/** Makes the breaker's and the warnings' time stand still until it is advanced; sockets keep theirs. */
function holdTime() {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

embedderContract('openai', async () => {
  const { double, embedder } = await open()
  const setAway = (isAway: boolean) => double.behave(isAway ? { status: 503 } : 'ok')
  const refuse = (word: string | null) => double.behave(word === null ? 'ok' : { status: 413, toTextsWith: word })
  return { embedder, setAway, refuse, close: async () => {} }
})

describe('openAiEmbedder', () => {
  it('asks as the API says, with the key only when there is one', async () => {
    const { double, embedder } = await open()
    await embedder.embedTexts(['one', 'two'])
    const body = { model: 'words', input: ['one', 'two'], encoding_format: 'float' }
    expect(double.requests).toEqual([{ path: '/v1/embeddings', authorization: `Bearer ${key}`, body }])
    const keyless = await open({ key: null })
    await keyless.embedder.embedQuery(query)
    expect(keyless.double.requests).toMatchObject([{ authorization: null, body: { input: [query] } }])
  })

  it.each([400, 413, 422, 500])(
    'asks for the texts around one that it refuses with status %i in few requests',
    async (status) => {
      const { double, embedder } = await open()
      double.behave({ status, toTextsWith: 'endless' })
      const texts = Array.from({ length: 64 }, (_, position) => (position === 40 ? 'endless' : `text ${position}`))
      const vectors = await embedder.embedTexts(texts)
      expect(vectors.flatMap((vector, position) => (vector === null ? [position] : []))).toEqual([40])
      // The batch, a plain text, and two halves six times.
      expect(double.requests).toHaveLength(14)
    },
  )

  it.each([400, 429, 500, 503])('throws Unavailable when it answers status %i whatever the text', async (status) => {
    const { double, embedder } = await open()
    double.behave({ status })
    await expect(embedder.embedTexts(['one', 'two'])).rejects.toThrow(Unavailable)
    expect(double.requests.length).toBeLessThanOrEqual(2)
  })

  it('gives vectors of length one', async () => {
    const { embedder } = await open()
    const vector = (await embedder.embedQuery('one two two')) ?? []
    expect(Math.hypot(...vector)).toBeCloseTo(1, 12)
  })

  it.each<[string, EmbedderBehaviour]>([
    ['hangs', 'hang'],
    ['sends its answer byte by byte', 'trickle'],
    ['is slower than the time it has', { slowMs: 600 }],
    ['resets the connection', 'reset'],
    ['answers garbage', 'garbage'],
    ['answers 10 MB', 'huge'],
    ['quotes the text in an error', { status: 500 }],
    ['refuses the key', { status: 401 }],
  ])(
    'R87 answers null and throws Unavailable, in bounded time, and R10 shows neither text nor key, when the embedder %s',
    async (_, behaviour) => {
      const { double, embedder, lines } = await open({ budgetMs: 200, batchTimeoutMs: 400 })
      double.behave(behaviour)
      const start = performance.now()
      expect(await embedder.embedQuery(query)).toBeNull()
      const error: unknown = await embedder.embedTexts([query]).catch((thrown: unknown) => thrown)
      expect(performance.now() - start).toBeLessThan(2_000)
      expect(error).toBeInstanceOf(Unavailable)
      expect(inspect([lines, error], { depth: Infinity, showHidden: true })).not.toContain('canary')
    },
  )

  it('compares no vectors of different dimensions', async () => {
    const { double, embedder } = await open()
    await embedder.embedTexts([query])
    double.behave('wrong_dimensions')
    expect(await embedder.embedQuery(query)).toBeNull()
    await expect(embedder.embedTexts([query])).rejects.toThrow('restart Ken')
  })

  it('follows no redirect, so that text and key stay where they were meant to go', async () => {
    const { double, embedder } = await open()
    const other = await open()
    double.behave({ status: 307, location: `${other.double.url}/embeddings` })
    expect(await embedder.embedQuery(query)).toBeNull()
    expect(other.double.requests).toEqual([])
  })

  it('asks no more after three failures in a row, and once again after ten seconds', async () => {
    holdTime()
    const { double, embedder } = await open()
    double.behave({ status: 500 })
    for (let asked = 0; asked < 5; asked += 1) expect(await embedder.embedQuery(query)).toBeNull()
    expect(double.requests).toHaveLength(3)

    vi.advanceTimersByTime(10_000)
    await Promise.all(Array.from({ length: 5 }, () => embedder.embedQuery(query)))
    expect(double.requests).toHaveLength(4)

    double.behave('ok')
    expect(await embedder.embedQuery(query)).toBeNull()
    vi.advanceTimersByTime(10_000)
    expect(await embedder.embedQuery(query)).not.toBeNull()
    expect(await embedder.embedQuery(query)).not.toBeNull()
  })

  it('goes on asking when the embedder refuses only some questions', async () => {
    const { double, embedder } = await open()
    double.behave({ status: 400 })
    for (let asked = 0; asked < 4; asked += 1) expect(await embedder.embedQuery(query)).toBeNull()
    double.behave('ok')
    expect(await embedder.embedQuery(query)).not.toBeNull()
  })

  it('warns at most once per minute', async () => {
    holdTime()
    const { double, embedder, lines } = await open()
    double.behave({ status: 500 })
    await embedder.embedQuery(query)
    await embedder.embedQuery(query)
    expect(lines).toEqual([{ event: 'embedder.failed', fields: { reason: 'it answered with status 500' } }])
    vi.advanceTimersByTime(60_000)
    await embedder.embedQuery(query)
    expect(lines).toHaveLength(2)
  })
})

describe('openAiEmbedder options', () => {
  it.each([
    ['an address that is none', { url: 'localhost canary' }],
    ['another protocol', { url: 'ftp://canary' }],
    ['a password in the address', { url: 'http://user:canary@127.0.0.1/v1' }],
    ['a key that no header may carry', { key: 'sk-canary\n' }],
  ])('refuses %s without showing it', async (_, options) => {
    const error: unknown = await open(options).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(inspect(error)).toMatch(/of the embedder/)
    expect((error as Error).message).not.toContain('canary')
  })

  it('takes an address with a slash at its end', async () => {
    const { double, embedder } = await open()
    const other = await open({ url: `${double.url}/` })
    expect(await other.embedder.embedQuery(query)).toEqual(await embedder.embedQuery(query))
  })
})

describe('probe', () => {
  it('tells dimensions and time of a working embedder', async () => {
    const { embedder } = await open()
    expect(await embedder.probe()).toEqual({ ok: true, dimensions: 64, milliseconds: expect.any(Number) })
  })

  it.each<[EmbedderBehaviour, string]>([
    [{ status: 401 }, 'check the key'],
    [{ status: 404 }, 'knows no such address or model'],
    [{ status: 302 }, 'give the final address'],
    ['hang', 'did not answer within 400 ms'],
    ['garbage', 'no JSON'],
    ['reset', 'closed the connection'],
  ])('says in plain words what is wrong: %j', async (behaviour, reason) => {
    const { double, embedder } = await open({ batchTimeoutMs: 400 })
    double.behave(behaviour)
    expect(await embedder.probe()).toEqual({ ok: false, reason: expect.stringContaining(reason) })
  })

  it('says that nothing listens', async () => {
    const { double, embedder } = await open()
    await double.close()
    expect(await embedder.probe()).toEqual({ ok: false, reason: expect.stringContaining('nothing listens') })
  })

  it('says that a host name is unknown', () => {
    const cause = Object.assign(new Error('getaddrinfo ENOTFOUND nowhere'), { code: 'ENOTFOUND' })
    expect(networkFailure(new TypeError('fetch failed', { cause }), 800).message).toContain('host name is unknown')
  })
})
