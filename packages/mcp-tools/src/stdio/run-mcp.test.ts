import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { runMcp } from './run-mcp.ts'

type Answer = { readonly status: number; readonly type: string; readonly body: string }

/** A server that gives every request the same answer, and what was sent to it. */
async function serverOf({ status, type, body }: Answer) {
  const requests: {
    readonly url: string | undefined
    readonly authorization: string | undefined
  }[] = []
  const server = createServer(({ url, headers: { authorization } }, response) => {
    requests.push({ url, authorization })
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Sends one search over standard input, and returns the result and everything that was written. */
async function searchOver(env: { readonly [name: string]: string }) {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()]
  const running = runMcp({ env, stdin, stdout })
  let written = ''
  const answered = new Promise<void>((resolve) => {
    stdout.setEncoding('utf8').on('data', (text: string) => {
      written += text
      if (/"id":2[,}]/.test(written)) resolve()
    })
  })
  const send = (message: object) =>
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const clientInfo = { name: 'test', version: '1.0.0' }
  send({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
  })
  send({ method: 'notifications/initialized' })
  send({ id: 2, method: 'tools/call', params: { name: 'search', arguments: { query: 'vpn' } } })
  await answered
  stdin.end()
  await running
  const lines = written
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id?: number; result: unknown })
  return { lines, result: lines.find(({ id }) => id === 2)?.result }
}

const text = (words: string) => ({ isError: true, content: [{ type: 'text', text: words }] })
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

it('starts with a refused key, and says in each result what to do', async () => {
  const { url } = await serverOf(problem(401, 'UNAUTHENTICATED'))
  const { result } = await searchOver({ KEN_URL: url, KEN_API_KEY: 'ken_abc' })
  expect(result).toEqual(text(`Ken refused the API key: create a new one at ${url}.`))
})

it.for<[string, Answer, string]>([
  ['defect', problem(500, 'INTERNAL'), 'Something went wrong (request f00).'],
  ['outage', problem(503, 'UNAVAILABLE'), 'Ken does not answer. Try again later.'],
  [
    'page of a proxy',
    { status: 404, type: 'text/html', body: 'canary' },
    'Ken does not answer. Try again later.',
  ],
  [
    'no JSON',
    { status: 200, type: 'text/html', body: 'canary' },
    'Ken does not answer. Try again later.',
  ],
])('S3 says nothing of what went wrong elsewhere: %s', async ([, answer, words]) => {
  const { url } = await serverOf(answer)
  expect((await searchOver({ KEN_URL: url, KEN_API_KEY: 'ken_abc' })).result).toEqual(text(words))
})

it('S3 says nothing of a connection that fails', async () => {
  const { result } = await searchOver({ KEN_URL: 'http://127.0.0.1:1', KEN_API_KEY: 'ken_abc' })
  expect(result).toEqual(text('Ken does not answer. Try again later.'))
})
