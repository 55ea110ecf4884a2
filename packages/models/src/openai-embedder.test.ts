import { inspect } from 'node:util'
import { embedderContract } from '@ken/core/contracts'
import { Unavailable, type Log, type LogFields } from '@ken/core/ports'
import { outboundFailure } from '@ken/outbound'
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
  const embedder = openAiEmbedder(
    { log },
    { url: double.url, model: 'words', key, budgetMs: 5_000, ...options },
  )
  return { double, embedder, lines }
}

/** Stops the clock of the breaker and the warnings, until a test advances it. Sockets keep theirs. */
function holdTime() {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

embedderContract('openai', async () => {
  const { double, embedder } = await open()
  const setUnavailable = (isUnavailable: boolean) =>
    double.behave(isUnavailable ? { status: 503 } : 'ok')
  const refuse = (word: string | null) =>
    double.behave(word === null ? 'ok' : { status: 413, toTextsWith: word })
  return { embedder, setUnavailable, refuse, close: async () => {} }
})

describe('openAiEmbedder', () => {
  it('sends requests of the API, with the key if there is one', async () => {
    const { double, embedder } = await open()
    await embedder.embedTexts(['one', 'two'])
    const body = { model: 'words', input: ['one', 'two'], encoding_format: 'float' }
    expect(double.requests).toEqual([
      { path: '/v1/embeddings', authorization: `Bearer ${key}`, body },
    ])
    const keyless = await open({ key: null })
    await keyless.embedder.embedQuery(query)
    expect(keyless.double.requests).toMatchObject([
      { authorization: null, body: { input: [query] } },
    ])
  })

  it.each([400, 413, 422, 500])(
    'embeds the texts around one that is refused with status %i, in few requests',
    async (status) => {
      const { double, embedder } = await open()
      double.behave({ status, toTextsWith: 'endless' })
      const texts = Array.from({ length: 64 }, (_, position) =>
        position === 40 ? 'endless' : `text ${position}`,
      )
      const vectors = await embedder.embedTexts(texts)
      expect(vectors.flatMap((vector, position) => (vector === null ? [position] : []))).toEqual([
        40,
      ])
      // The batch, a plain text, and two halves six times.
      expect(double.requests).toHaveLength(14)
    },
  )

  it.each([400, 429, 500, 503])(
    'throws Unavailable for status %i to every text',
    async (status) => {
      const { double, embedder } = await open()
      double.behave({ status })
      await expect(embedder.embedTexts(['one', 'two'])).rejects.toThrow(Unavailable)
      expect(double.requests.length).toBeLessThanOrEqual(2)
    },
  )

  it('returns vectors of length one', async () => {
    const { embedder } = await open()
    const vector = (await embedder.embedQuery('one two two')) ?? []
    expect(Math.hypot(...vector)).toBeCloseTo(1, 12)
  })

  it.each<{ readonly name: string; readonly behaviour: EmbedderBehaviour }>([
    { name: 'hangs', behaviour: 'hang' },
    { name: 'sends its response byte by byte', behaviour: 'trickle' },
    { name: 'is slower than the time limit', behaviour: { slowMs: 600 } },
    { name: 'resets the connection', behaviour: 'reset' },
    { name: 'responds with garbage', behaviour: 'garbage' },
    { name: 'responds with 10 MB', behaviour: 'huge' },
    { name: 'quotes the text in an error', behaviour: { status: 500 } },
    { name: 'refuses the key', behaviour: { status: 401 } },
  ])(
    'R87 returns null or throws Unavailable, in bounded time, and R10 shows neither text nor key, when the embedder $name',
    async ({ behaviour }) => {
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

  it('refuses vectors of different dimensions', async () => {
    const { double, embedder } = await open()
    await embedder.embedTexts([query])
    double.behave('wrong_dimensions')
    expect(await embedder.embedQuery(query)).toBeNull()
    await expect(embedder.embedTexts([query])).rejects.toThrow('restart Ken')
  })

  it('follows no redirect, which would carry text and key elsewhere', async () => {
    const { double, embedder } = await open()
    const other = await open()
    double.behave({ status: 307, location: `${other.double.url}/embeddings` })
    expect(await embedder.embedQuery(query)).toBeNull()
    expect(other.double.requests).toEqual([])
  })

  it('stops calling after three failures in a row, and tries once after ten seconds', async () => {
    holdTime()
    const { double, embedder } = await open()
    double.behave({ status: 500 })
    for (let call = 0; call < 5; call += 1) expect(await embedder.embedQuery(query)).toBeNull()
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

  it('continues calling when the embedder refuses only some queries', async () => {
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
    expect(lines).toEqual([
      { event: 'embedder.failed', fields: { reason: 'it responded with status 500' } },
    ])
    vi.advanceTimersByTime(60_000)
    await embedder.embedQuery(query)
    expect(lines).toHaveLength(2)
  })
})

describe('openAiEmbedder options', () => {
  it.each([
    { name: 'an address that is none', options: { url: 'localhost canary' } },
    { name: 'another protocol', options: { url: 'ftp://canary' } },
    { name: 'a password in the address', options: { url: 'http://user:canary@127.0.0.1/v1' } },
    { name: 'a key that a header cannot carry', options: { key: 'sk-canary\n' } },
  ])('refuses $name without showing it', async ({ options }) => {
    const error: unknown = await open(options).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(inspect(error)).toMatch(/of the embedder/)
    expect((error as Error).message).not.toContain('canary')
  })

  it('accepts an address with a slash at its end', async () => {
    const { double, embedder } = await open()
    const other = await open({ url: `${double.url}/` })
    expect(await other.embedder.embedQuery(query)).toEqual(await embedder.embedQuery(query))
  })
})

describe('probe', () => {
  it('returns dimensions and time of a working embedder', async () => {
    const { embedder } = await open()
    expect(await embedder.probe()).toEqual({
      ok: true,
      dimensions: 64,
      milliseconds: expect.any(Number),
    })
  })

  it.each<{ readonly behaviour: EmbedderBehaviour; readonly reason: string }>([
    { behaviour: { status: 401 }, reason: 'check the key' },
    { behaviour: { status: 404 }, reason: 'the address or the model does not exist' },
    { behaviour: { status: 302 }, reason: 'set the final address' },
    { behaviour: 'hang', reason: 'did not respond within 400 ms' },
    { behaviour: 'garbage', reason: 'not JSON' },
    { behaviour: 'reset', reason: 'closed the connection' },
  ])('returns the reason in plain words: $behaviour', async ({ behaviour, reason }) => {
    const { double, embedder } = await open({ batchTimeoutMs: 400 })
    double.behave(behaviour)
    expect(await embedder.probe()).toEqual({ ok: false, reason: expect.stringContaining(reason) })
  })

  it('reports that nothing listens', async () => {
    const { double, embedder } = await open()
    await double.close()
    expect(await embedder.probe()).toEqual({
      ok: false,
      reason: expect.stringContaining('nothing listens'),
    })
  })

  it('reports a port to which no requests are sent', () => {
    const failure = outboundFailure(new TypeError('fetch failed', { cause: new Error('bad port') }))
    expect(networkFailure(failure, { timeoutMs: 800, bodyBytesMax: 1 }).message).toContain(
      'use another port',
    )
  })

  it('reports an unknown host name', () => {
    const cause = Object.assign(new Error('getaddrinfo ENOTFOUND nowhere'), { code: 'ENOTFOUND' })
    const failure = outboundFailure(new TypeError('fetch failed', { cause }))
    expect(networkFailure(failure, { timeoutMs: 800, bodyBytesMax: 1 }).message).toContain(
      'host name is unknown',
    )
  })
})
