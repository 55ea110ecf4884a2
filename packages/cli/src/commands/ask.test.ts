import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testWorld } from '../test-world.ts'

const source = {
  number: 1,
  id: '0198c0de-6a5b-7c3d-8e4f-1a2b3c4d5e6f',
  title: 'Set up the VPN',
  url: 'https://w.example.com/vpn',
  source: 'wiki',
  snippet: 'Open the client.',
}
const answered = {
  answer: 'Open the client [1].\nThen sign in.',
  outcome: 'answered',
  reason: null,
  degraded: false,
  conversation_id: null,
  sources: [{ ...source, cited: true }],
}
const found = { ...answered, answer: 'This is what I found:\n\n1. …', outcome: 'found_only' }
const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
const sources = event('sources', { sources: [source], degraded: false })
const text = (delta: string) => event('text', { delta })

/** A server with one response, and `ken ask` against it. */
async function asking(body: string, status = 200, streamType = 'text/event-stream') {
  const asked: unknown[] = []
  const server = createServer((request, response) => {
    void (async () => {
      asked.push(JSON.parse(Buffer.concat((await request.toArray()) as Buffer[]).toString()))
      const type = status === 200 ? streamType : 'application/problem+json'
      response.writeHead(status, { 'content-type': type }).end(body)
    })()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ask = (options: { readonly stdoutIsTerminal?: boolean } = {}, ...more: readonly string[]) =>
    testWorld({ env: { KEN_API_KEY: 'ken_abc' }, ...options }).ken(
      'ask',
      'How?',
      '--url',
      url,
      ...more,
    )
  return { asked, ask, url }
}

const printed =
  'Open the client [1].\nThen sign in.\n\n[1] Set up the VPN (wiki) https://w.example.com/vpn\n'

const askWith = (kenUrl: string) =>
  testWorld({ env: { KEN_API_KEY: 'ken_abc', KEN_URL: kenUrl } }).ken('ask', 'How?')

describe('ken ask', () => {
  it('prints the answer and its sources, the same on a terminal and in a file', async () => {
    const stream = sources + text('Open the client') + text(' [1].\nThen sign in.')
    const { ask, asked } = await asking(stream + event('done', answered))
    for (const stdoutIsTerminal of [true, false])
      expect(await ask({ stdoutIsTerminal })).toEqual({ exitCode: 0, stdout: printed, stderr: '' })
    await ask({}, '--remember', '--sources', 'wiki,ticket')
    expect(asked.slice(1)).toEqual([
      { question: 'How?', stream: true },
      { question: 'How?', stream: true, remember: true, sources: ['wiki', 'ticket'] },
    ])
  })

  it('takes an answer to whose media type a proxy added a parameter', async () => {
    const { ask } = await asking(event('done', answered), 200, 'Text/Event-Stream; charset=utf-8')
    expect(await ask()).toEqual({ exitCode: 0, stdout: printed, stderr: '' })
  })

  it('asks the Ken that KEN_URL names, as ken mcp does', async () => {
    const { url, asked } = await asking(event('done', answered))
    expect(await askWith(`${url}/`)).toMatchObject({ exitCode: 0 })
    expect(asked).toHaveLength(1)
    expect(await askWith('ken.example.com')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('KEN_URL must be an address'),
    })
  })

  it('prints the sources with quotes without a model, and when it fails after its beginning', async () => {
    const { ask } = await asking(sources + event('done', { ...found, reason: 'no_model' }))
    const listed =
      'This is what I found:\n\n[1] Set up the VPN (wiki) https://w.example.com/vpn\n    Open the client.\n'
    expect(await ask()).toEqual({ exitCode: 0, stdout: listed, stderr: '' })
    const failed = { ...found, reason: 'model_unavailable' }
    const cut = await asking(sources + text('Open') + event('done', failed))
    expect(await cut.ask({ stdoutIsTerminal: true })).toMatchObject({
      stdout: `Open\n${listed}`,
      stderr: expect.stringContaining('The language model is unavailable.'),
    })
  })

  it('prints the response unchanged with --json, and the conversation', async () => {
    const { ask } = await asking(event('done', { ...answered, conversation_id: 'c1' }))
    expect((await ask()).stdout).toContain('\nConversation: c1\n')
    expect(JSON.parse((await ask({}, '--json')).stdout)).toMatchObject({ conversation_id: 'c1' })
  })

  it('shows no control characters of an answer', async () => {
    const hostile = '\u001b[31mred'
    const { ask } = await asking(text(hostile) + event('done', { ...answered, answer: hostile }))
    for (const stdoutIsTerminal of [true, false])
      expect((await ask({ stdoutIsTerminal })).stdout).not.toContain('\u001b')
  })

  it('names a conversation that it cannot continue', async () => {
    const { ask } = await asking('{"code":"NOT_FOUND"}', 404)
    const id = '0198c0de-6a5b-7c3d-8e4f-1a2b3c4d5e6f'
    expect(await ask({}, '--conversation', id)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(`no conversation ${id}. Omit --conversation`),
    })
  })

  it('refuses an id that is none before it asks, with the name of the option', async () => {
    const { ask } = await asking('{"code":"INVALID_REQUEST"}', 400)
    expect(await ask({}, '--conversation', 'last')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("option '--conversation <id>' is invalid. It must be the id"),
    })
  })

  it.for([
    { body: sources + text('Open'), status: 200, words: 'unfinished' },
    {
      body: event('error', { status: 409, code: 'ACCESS_CHANGED', detail: 'Please ask again.' }),
      status: 200,
      words: 'Please ask again.',
    },
    { body: '{"status":401,"code":"UNAUTHENTICATED"}', status: 401, words: 'key was refused' },
    { body: '<html>', status: 200, words: 'unfinished' },
    { body: '<html>', status: 404, words: 'is not Ken' },
    { body: '{"code":"NOT_FOUND"}', status: 404, words: 'is not Ken' },
  ])('fails with advice: $words', async ({ body, status, words }) => {
    const { ask } = await asking(body, status)
    expect(await ask()).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(words) })
  })
})
