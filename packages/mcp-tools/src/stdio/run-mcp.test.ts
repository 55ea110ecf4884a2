import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { expect, it, onTestFinished, vi } from 'vitest'
import { runMcp } from './run-mcp.ts'

type Answer = { readonly status: number; readonly type: string; readonly body: string }

/** A server that gives every request the same answer, after `until`, and what was sent to it. */
async function serverOf({ status, type, body }: Answer, until = Promise.resolve()) {
  const requests: {
    readonly url: string | undefined
    readonly authorization: string | undefined
  }[] = []
  const server = createServer(({ url, headers: { authorization } }, response) => {
    requests.push({ url, authorization })
    void until.then(() => response.writeHead(status, { 'content-type': type }).end(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

type Environment = { readonly [name: string]: string }
type Line = {
  readonly params?: { readonly message?: string }
  readonly id?: number | null
  readonly result?: unknown
  readonly error?: unknown
}

/** Begins to serve one client; `ended` resolves with everything that was written. */
function begin(env: Environment) {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()]
  const running = runMcp({ env, stdin, stdout })
  let written = ''
  stdout.setEncoding('utf8').on('data', (text: string) => (written += text))
  return {
    stdin,
    stdout,
    ended: running.then(() =>
      written
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Line),
    ),
  }
}

const messageText = (message: object) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`
const clientInfo = { name: 'test', version: '1.0.0' }
const initialize = (protocolVersion: string) =>
  messageText({
    id: 1,
    method: 'initialize',
    params: { protocolVersion, capabilities: {}, clientInfo },
  })
const opening = initialize('2025-06-18') + messageText({ method: 'notifications/initialized' })
const search = messageText({
  id: 2,
  method: 'tools/call',
  params: { name: 'search', arguments: { query: 'vpn' } },
})

/** Sends one search and ends the input at once. Returns the result and everything that was written. */
async function searchOver(env: Environment) {
  const { stdin, ended } = begin(env)
  stdin.end(opening + search)
  const lines = await ended
  return { lines, result: lines.find(({ id }) => id === 2)?.result }
}

const text = (words: string) => ({ isError: true, content: [{ type: 'text', text: words }] })
function error(code: number, message: RegExp, id: number | null = null): Line {
  return expect.objectContaining({
    jsonrpc: '2.0',
    id,
    error: { code, message: expect.stringMatching(message) },
  }) as Line
}
const problem = (status: number, code: string): Answer => ({
  status,
  type: 'application/problem+json',
  body: JSON.stringify({ code, detail: 'canary', request_id: 'f00' }),
})

it('calls the public contract with the key, writes JSON-RPC alone, and ends with its input', async () => {
  const body = '{"results":[],"degraded":false}'
  const server = await serverOf({ status: 200, type: 'application/json', body })
  const { lines, result } = await searchOver({ KEN_URL: server.url, KEN_API_KEY: 'ken_abc' })
  expect(result).toMatchObject({ structuredContent: { results: [], degraded: false } })
  expect(lines).toHaveLength(2)
  expect(server.requests).toEqual([{ url: '/public/v1/search', authorization: 'Bearer ken_abc' }])
})

it('answers the last call after the end of its input', async () => {
  const body = '{"results":[],"degraded":false}'
  const answering = Promise.withResolvers<void>()
  const server = await serverOf({ status: 200, type: 'application/json', body }, answering.promise)
  const { stdin, ended } = begin({ KEN_URL: server.url, KEN_API_KEY: 'ken_abc' })
  stdin.end(opening + search)
  await expect.poll(() => server.requests).toHaveLength(1)
  answering.resolve()
  expect((await ended).find(({ id }) => id === 2)).toMatchObject({
    result: { structuredContent: { results: [] } },
  })
})

it.for<[string, object, object]>([
  [
    'done',
    { answer: 'Two [1].', outcome: 'answered', reason: null, degraded: false, sources: [] },
    { structuredContent: { answer: 'Two [1].' } },
  ],
  [
    'error',
    { status: 409, code: 'ACCESS_CHANGED', request_id: 'f00', detail: 'canary' },
    { isError: true },
  ],
])(
  'tells a client that wants to know that an answer is written: %s',
  async ([last, data, result]) => {
    const events = `event: sources\ndata: {}\n\n: waiting\n\nevent: text\ndata: {"delta":"T"}\n\nevent: ${last}\ndata: ${JSON.stringify(data)}\n\n`
    const server = await serverOf({ status: 200, type: 'text/event-stream', body: events })
    const { stdin, ended } = begin({ KEN_URL: server.url, KEN_API_KEY: 'ken_abc' })
    const asked = { name: 'ask', arguments: { question: 'Where?' }, _meta: { progressToken: 'p' } }
    stdin.end(opening + messageText({ id: 2, method: 'tools/call', params: asked }))
    const lines = await ended
    expect(lines.map(({ params }) => params?.message).filter(Boolean)).toEqual([
      'searching',
      'writing',
    ])
    expect(lines.find(({ id }) => id === 2)).toMatchObject({ result })
    expect(JSON.stringify(lines)).not.toContain('canary')
  },
)

it.for<[string, string]>([
  ['cancelled', messageText({ method: 'notifications/cancelled', params: { requestId: 2 } })],
  ['never read', ''],
])('waits for no call that no one waits for: %s', async ([reason, more]) => {
  const never = new Promise<void>(() => {})
  const server = await serverOf(problem(500, 'INTERNAL'), never)
  const { stdin, stdout, ended } = begin({ KEN_URL: server.url, KEN_API_KEY: 'ken_abc' })
  stdin.write(opening + search)
  await expect.poll(() => server.requests).toHaveLength(1)
  if (reason === 'never read') stdout.destroy(new Error('EPIPE'))
  else stdin.end(more)
  expect((await ended).map(({ id }) => id)).toEqual([1])
})

it.for([
  ['2024-11-05', '2025-11-25'],
  ['2025-03-26', '2025-03-26'],
  ['2099-01-01', '2025-11-25'],
] as const)(
  'offers a revision that it knows to a client that asks for %s: %s',
  async ([requested, protocolVersion]) => {
    const { stdin, ended } = begin({ KEN_URL: 'http://127.0.0.1:1', KEN_API_KEY: 'ken_abc' })
    stdin.end(initialize(requested))
    expect(await ended).toMatchObject([{ result: { protocolVersion } }])
  },
)

const ping = messageText({ id: 9, method: 'ping' })

it.for<[string, string, Line]>([
  ['a message', ping.trimEnd(), { jsonrpc: '2.0', id: 9, result: {} } as Line],
  ['no message', ping.slice(0, -10), error(-32700, /not JSON/)],
  ['too long', 'x'.repeat(1_048_577), error(-32600, /longer than 1,048,576 bytes/)],
])('answers a last line without a line feed: %s', async ([, last, answer]) => {
  const { stdin, ended } = begin({ KEN_URL: 'http://127.0.0.1:1', KEN_API_KEY: 'ken_abc' })
  stdin.end(opening + last)
  const lines = await ended
  expect(lines).toHaveLength(2)
  expect(lines).toContainEqual(answer)
})

it.for<[string, string, Line]>([
  ['array', `[${ping.trim()}]\n`, error(-32600, /one JSON-RPC message per line/)],
  ['no JSON', 'ping\n', error(-32700, /not JSON/)],
  ['value', '7\n', error(-32600, /not a JSON-RPC message/)],
  ['no message', '{"id":7}\n', error(-32600, /not a JSON-RPC message/, 7)],
  ['strange id', '{"jsonrpc":"2.0","id":{},"method":"ping"}\n', error(-32600, /not a JSON-RPC/)],
  ['long line', `${'x'.repeat(1_048_577)}\n`, error(-32600, /longer than 1,048,576 bytes/)],
  ['long message', messageText({ id: 7, method: 'é'.repeat(600_000) }), error(-32600, /longer/)],
])(
  'answers a line that is no message with an error, and goes on: %s',
  async ([, line, refused]) => {
    const { stdin, ended } = begin({ KEN_URL: 'http://127.0.0.1:1', KEN_API_KEY: 'ken_abc' })
    for (const lines of [opening, ' \r\n', line, ping]) {
      // In pieces that cut characters.
      for (let at = 0, bytes = Buffer.from(lines); at < bytes.length; at += 65_537)
        stdin.write(bytes.subarray(at, at + 65_537))
    }
    stdin.end()
    const lines = await ended
    expect(lines).toHaveLength(3)
    expect(lines).toEqual(expect.arrayContaining([refused, { jsonrpc: '2.0', id: 9, result: {} }]))
  },
)

it('answers no error of a client with an error', async () => {
  const { stdin, ended } = begin({ KEN_URL: 'http://127.0.0.1:1', KEN_API_KEY: 'ken_abc' })
  stdin.end(`${opening}{"jsonrpc":"2.0","id":null,"error":{}}\n{"id":4,"result":{}}\n${ping}`)
  expect((await ended).map(({ id }) => id)).toEqual([1, 9])
})

it('starts with a refused key, and says in each result what to do', async () => {
  const { url } = await serverOf(problem(401, 'UNAUTHENTICATED'))
  const { result } = await searchOver({ KEN_URL: url, KEN_API_KEY: 'ken_abc' })
  expect(result).toEqual(text(`Ken refused the API key: create a new one at ${url}.`))
})

it.for<[string, Answer, string]>([
  ['defect', problem(500, 'INTERNAL'), 'Something went wrong (request f00).'],
  ['outage', problem(503, 'UNAVAILABLE'), 'Ken cannot answer now. Try again later.'],
  [
    'page of a proxy',
    { status: 502, type: 'text/html', body: 'canary' },
    'Ken does not respond. Try again later.',
  ],
])('S3 says nothing of what went wrong elsewhere: %s', async ([, answer, words]) => {
  const { url } = await serverOf(answer)
  expect((await searchOver({ KEN_URL: url, KEN_API_KEY: 'ken_abc' })).result).toEqual(text(words))
})

it.for<[string, Answer]>([
  ['page of another server', { status: 404, type: 'text/html', body: 'canary' }],
  ['no JSON', { status: 200, type: 'text/html', body: 'canary' }],
  ['path too many', problem(404, 'NOT_FOUND')],
])('says that the address is not that of Ken: %s', async ([, answer]) => {
  const { url } = await serverOf(answer)
  const { result } = await searchOver({ KEN_URL: url, KEN_API_KEY: 'ken_abc' })
  expect(result).toEqual(text(`The server at ${url} is not Ken. Set KEN_URL to Ken's address.`))
})

it('S3 says nothing of a connection that fails', async () => {
  const { result } = await searchOver({ KEN_URL: 'http://127.0.0.1:1', KEN_API_KEY: 'ken_abc' })
  expect(result).toEqual(text('Ken does not respond. Try again later.'))
})

it('waits for an answer as long as a model may take, and not for other results', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  onTestFinished(() => timeout.mockRestore())
  const { url } = await serverOf(problem(503, 'UNAVAILABLE'))
  const { stdin, ended } = begin({ KEN_URL: url, KEN_API_KEY: 'ken_abc' })
  const ask = { name: 'ask', arguments: { question: 'Why?' } }
  stdin.end(opening + messageText({ id: 3, method: 'tools/call', params: ask }) + search)
  await ended
  const patiences = timeout.mock.calls.map(([ms]) => ms).toSorted((one, other) => one - other)
  expect(patiences).toHaveLength(2)
  expect(patiences[0]).toBeLessThan(20_000)
  expect(patiences[1]).toBeGreaterThan(240_000)
})
