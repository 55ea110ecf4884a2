import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { recordingLog } from '@ken/core/testing'
import { answerModelDouble } from '@ken/testing'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { aiSdkAnswerModel } from './ai-sdk-answer-model.ts'
import { modelProviders } from './model-providers.ts'

const prompt = { instructions: 'Be brief.', turns: [{ role: 'person', text: 'Why?' }] } as const

/** A server that no one should reach. */
async function openSink() {
  let requests = 0
  const server = createServer((_, response) => {
    requests += 1
    response.writeHead(500).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, requests: () => requests }
}

/** Everything that a model writes until the signal aborts. */
async function written(
  model: ReturnType<typeof aiSdkAnswerModel>,
  { signal } = new AbortController(),
) {
  let text = ''
  for await (const piece of model.write(prompt, signal)) text += piece
  return text
}

describe.for(modelProviders)('the provider %s', (provider) => {
  const open = async (key: string | null = 'sk-key') => {
    const double = await answerModelDouble()
    onTestFinished(double.close)
    const options = { provider, url: double.url, model: 'words', key, answerTokensMax: 77 }
    return { double, model: aiSdkAnswerModel({ log: recordingLog() }, options) }
  }

  it('writes an answer in pieces, with the instructions, the key and a limit', async () => {
    const { double, model } = await open()
    double.behave({ says: 'Because of the cold.' })
    expect(await written(model)).toBe('Because of the cold.')
    const [request] = double.requests
    expect(request?.authorization).toBe(provider === 'anthropic' ? 'sk-key' : 'Bearer sk-key')
    const sent = JSON.stringify(request?.body)
    for (const part of ['Be brief.', 'Why?', '"stream":true', '77']) expect(sent).toContain(part)
  })

  it('ends an answer that reached its limit of tokens with dots', async () => {
    const { double, model } = await open()
    double.behave('full')
    expect(await written(model)).toBe('It begins well and …')
  })

  it('R237 is reached at its address only, with its own key or none, and libraries read no variables', async () => {
    const sink = await openSink()
    const variables = [
      'OPENAI_BASE_URL',
      'ANTHROPIC_BASE_URL',
      'HTTP_PROXY',
      'HTTPS_PROXY',
      'ALL_PROXY',
      'http_proxy',
      'https_proxy',
      'all_proxy',
    ]
    for (const name of variables) vi.stubEnv(name, sink.url)
    for (const name of ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'])
      vi.stubEnv(name, 'stolen')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { double, model } = await open(null)
    expect(await written(model)).not.toBe('')
    expect(double.requests.map(({ authorization }) => authorization)).toEqual([null])
    double.behave({ status: 302, location: sink.url })
    await expect(written(model)).rejects.toThrow('it redirects')
    expect(sink.requests()).toBe(0)
  })

  it('R234 ends the connection at once when the signal aborts or no one reads', async () => {
    const { double, model } = await open()
    double.behave('forever')
    for (const way of ['abort', 'return'] as const) {
      const ending = new AbortController()
      const pieces = model.write(prompt, ending.signal)[Symbol.asyncIterator]()
      await pieces.next()
      await expect.poll(double.inFlight).toBe(1)
      const start = performance.now()
      if (way === 'abort') ending.abort()
      else await pieces.return?.()
      await expect.poll(double.inFlight, { interval: 5 }).toBe(0)
      expect(performance.now() - start).toBeLessThan(200)
    }
    double.behave('hang')
    const ending = new AbortController()
    const waiting = written(model, ending)
    await expect.poll(double.inFlight).toBe(1)
    ending.abort()
    await expect(waiting).rejects.toMatchObject({ dependency: 'request' })
    await expect.poll(double.inFlight).toBe(0)
    double.behave('ok')
    expect(await written(model)).not.toBe('')
  })

  it('has its answer at the last event, and then ends the connection, if the server keeps it open', async () => {
    const { double, model } = await open()
    double.behave('kept_open')
    const start = performance.now()
    expect(await written(model)).toBe('It begins well and')
    expect(performance.now() - start).toBeLessThan(2_000)
    await expect.poll(double.inFlight, { interval: 5 }).toBe(0)
  })

  it('takes a last event in its text for text', async () => {
    const { double, model } = await open()
    const says = 'First:\n\ndata: [DONE]\n\nevent: message_stop\ndata: {}\n\nand more'
    double.behave({ says })
    expect(await written(model)).toBe(says)
  })

  it.each([
    { does: 'hangs up', behaviour: 'cut', reason: 'closed the connection' },
    {
      does: 'ends its response without saying that it is done',
      behaviour: 'unfinished',
      reason: 'ended before it was complete',
    },
    {
      does: 'says that it broke its answer off',
      behaviour: 'failing',
      reason: 'ended before it was complete',
    },
    { does: 'withholds the rest', behaviour: 'withheld', reason: 'withheld' },
    { does: 'calls a tool', behaviour: 'calling', reason: 'tool' },
  ] as const)('R87 is unavailable when it $does after some text', async ({ behaviour, reason }) => {
    const { double, model } = await open()
    double.behave(behaviour)
    await expect(written(model)).rejects.toMatchObject({
      dependency: 'answer model',
      message: expect.stringContaining(reason),
    })
    for (let asked = 0; asked < 3; asked += 1) await expect(written(model)).rejects.toThrow(reason)
    expect(double.requests).toHaveLength(4)
  })
})
