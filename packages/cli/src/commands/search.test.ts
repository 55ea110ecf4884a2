import { emptyDirectory } from '@ken/testing'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { testWorld } from '../test-world.ts'

const closers: (() => void)[] = []
afterEach(() => closers.splice(0).forEach((close) => close()))

type Answer = {
  readonly status?: number
  readonly headers?: { readonly [name: string]: string }
  readonly body?: unknown
}

/** A server with one response that records its requests. */
async function answering({ status = 200, headers = {}, body = {} }: Answer) {
  const asked: { path: string | undefined; authorization: string | undefined; body: unknown }[] = []
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    void (async () => {
      const parts = await request.toArray()
      const text = Buffer.concat(parts as Buffer[]).toString()
      asked.push({
        path: request.url,
        authorization: request.headers.authorization,
        body: JSON.parse(text),
      })
      response.writeHead(status, headers).end(JSON.stringify(body))
    })()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const finding = {
  id: '0198c0de-6a5b-7c3d-8e4f-1a2b3c4d5e6f',
  title: 'Set up the VPN',
  snippet: 'Open the client.',
  marks: [{ start: 9, end: 15 }],
  source: 'wiki',
  url: 'https://w.example.com/vpn',
  updated_at: null,
  score: 0.9677,
}

describe('ken search', () => {
  it('calls the public contract and shows results in order', async () => {
    const { url, asked } = await answering({
      body: { results: [finding, { ...finding, title: 'VPN codes' }], degraded: false },
    })
    const { exitCode, stdout, stderr } = await testWorld({ env: { KEN_API_KEY: 'ken_abc' } }).ken(
      'search',
      'set up VPN',
      '--url',
      `${url}/`,
      '--limit',
      '2',
    )
    expect(asked).toEqual([
      {
        path: '/public/v1/search',
        authorization: 'Bearer ken_abc',
        body: { query: 'set up VPN', limit: 2 },
      },
    ])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(stdout).toMatch(
      /^1\. Set up the VPN\n {3}wiki, score 0\.97, https:\/\/w\.example\.com\/vpn\n {3}Open the client\.\n\n2\. VPN/,
    )
  })

  it.each([
    {
      what: 'on a terminal',
      options: { stdoutIsTerminal: true },
      words: '\u001b[1mclient\u001b[22m',
    },
    { what: 'in a file', options: {}, words: 'client' },
    {
      what: 'with NO_COLOR',
      options: { stdoutIsTerminal: true, env: { NO_COLOR: '1' } },
      words: 'client',
    },
    {
      what: 'on a plain terminal',
      options: { stdoutIsTerminal: true, env: { TERM: 'dumb' } },
      words: 'client',
    },
  ])('shows the marked words $what', async ({ options, words }) => {
    const { url } = await answering({ body: { results: [finding], degraded: false } })
    const world = testWorld({ ...options, env: { ...options.env, KEN_API_KEY: 'ken_abc' } })
    const { stdout } = await world.ken('search', 'vpn', '--url', url)
    expect(stdout).toMatch(new RegExp(`\n   Open the ${RegExp.escape(words)}\\.\n$`))
  })

  it('escapes control characters and direction marks in JSON, without a change of values', async () => {
    const response = { results: [{ ...finding, title: 'a\u009b31mb\u202ec' }], degraded: false }
    const { url } = await answering({ body: response })
    const world = testWorld({ env: { KEN_API_KEY: 'ken_abc' } })
    const { stdout } = await world.ken('search', 'vpn', '--url', url, '--json')
    expect(stdout).toContain(String.raw`a\u009b31mb\u202ec`)
    expect(JSON.parse(stdout)).toEqual(response)
  })

  it('shows a snippet without marks, with wrong marks, and with control characters in it', async () => {
    const { marks: _none, ...older } = finding
    const wrong = [
      { start: 5, end: 2 },
      { start: 5, end: 8 },
      { start: 0, end: 6 },
      { start: 12, end: 99 },
    ]
    const hostile = { ...finding, snippet: '\u001b[2Ja', marks: [{ start: 0, end: 5 }] }
    const results = [older, { ...finding, marks: wrong }, hostile]
    const { url } = await answering({ body: { results, degraded: false } })
    const world = testWorld({ stdoutIsTerminal: true, env: { KEN_API_KEY: 'ken_abc' } })
    const { stdout } = await world.ken('search', 'vpn', '--url', url)
    expect(stdout).toContain('   Open the client.\n')
    expect(stdout).toContain('   Open \u001b[1mthe\u001b[22m client.\n')
    expect(stdout).toContain('   \u001b[1m\ufffd[2Ja\u001b[22m\n')
  })

  it('restricts the search to sources', async () => {
    const { url, asked } = await answering({ body: { results: [], degraded: false } })
    const world = testWorld({ env: { KEN_API_KEY: 'ken_abc' } })
    await world.ken('search', 'vpn', '--url', url, '--sources', 'wiki, ticket')
    expect(asked).toMatchObject([{ body: { query: 'vpn', sources: ['wiki', 'ticket'] } }])
  })

  it('prints the response unchanged with --json', async () => {
    const body = { results: [finding], degraded: true }
    const { url } = await answering({ body })
    const { stdout, stderr } = await testWorld().ken(
      'search',
      'vpn',
      '--key',
      'ken_abc',
      '--url',
      url,
      '--json',
    )
    expect(JSON.parse(stdout)).toEqual(body)
    expect(stderr).toContain('warning: --key is visible in the list of processes')
    expect(stderr).toContain('Keyword search only')
  })

  it('reads the key from the first line of standard input', async () => {
    const { url, asked } = await answering({ body: { results: [], degraded: false } })
    const { stdout } = await testWorld({ stdin: 'ken_def\n' }).ken('search', 'vpn', '--url', url)
    expect(asked[0]?.authorization).toBe('Bearer ken_def')
    expect(stdout).toBe('No results for this key.\n')
  })

  it('reads the key from the file KEN_API_KEY_FILE, and takes an empty KEN_API_KEY as unset', async () => {
    using folder = emptyDirectory()
    const file = join(folder.path, 'key')
    writeFileSync(file, 'ken_file\n')
    const { url, asked } = await answering({ body: { results: [], degraded: false } })
    const search = (env: { readonly [name: string]: string }, stdin = '') =>
      testWorld({ env, stdin }).ken('search', 'vpn', '--url', url)
    await search({ KEN_API_KEY: '', KEN_API_KEY_FILE: file })
    await search({ KEN_API_KEY: '', KEN_API_KEY_FILE: '' }, 'ken_typed\n')
    expect((await search({}, '')).stderr).toContain('No API key was given. Set KEN_API_KEY, type')
    expect(asked.map(({ authorization }) => authorization)).toEqual([
      'Bearer ken_file',
      'Bearer ken_typed',
    ])
    expect((await search({ KEN_API_KEY: 'ken_a', KEN_API_KEY_FILE: file })).stderr).toContain(
      'both set',
    )
    const missing = await search({ KEN_API_KEY_FILE: join(folder.path, 'none') })
    expect(missing).toMatchObject({
      exitCode: 1,
      stderr: 'error: KEN_API_KEY_FILE names a file that cannot be read (ENOENT).\n',
    })
  })

  it.each(['http://localhost:1/?q=1', 'http://localhost:1/#top', 'http://ken:hunter2@localhost:1'])(
    'refuses an address with a query, a fragment or a password: %s',
    async (url) => {
      const world = () => testWorld({ env: { KEN_API_KEY: 'ken_abc', KEN_URL: url } })
      for (const ended of [
        await world().ken('search', 'vpn'),
        await world().ken('search', 'vpn', '--url', url, '--json'),
      ]) {
        expect(ended.exitCode).toBe(2)
        expect(ended.stderr).toContain('without query, fragment, name or password')
      }
    },
  )

  it.each([
    { answer: { status: 401, body: { code: 'UNAUTHENTICATED' } }, words: 'The key was refused' },
    {
      answer: { status: 429, headers: { 'Retry-After': '17' }, body: { code: 'RATE_LIMITED' } },
      words: 'Try again in 17 s',
    },
    {
      answer: {
        status: 503,
        body: { code: 'UNAVAILABLE', title: 'Unavailable', detail: 'The database is unavailable.' },
      },
      words: 'The database is unavailable.',
    },
    { answer: { status: 404, body: {} }, words: 'is not Ken (status 404)' },
    {
      answer: { status: 404, body: { code: 'NOT_FOUND', detail: 'There is nothing here.' } },
      words: "is not Ken (status 404). Set Ken's address with --url.",
    },
    { answer: { status: 405, body: { code: 'METHOD_NOT_ALLOWED' } }, words: 'is not Ken' },
    { answer: { status: 200, body: { results: [{}] } }, words: 'is not Ken' },
    {
      answer: { status: 200, body: { results: [{ ...finding, marks: [1] }], degraded: false } },
      words: 'is not Ken',
    },
    {
      answer: { status: 307, headers: { Location: 'https://elsewhere.example.com/' } },
      words: 'redirects to: https://elsewhere.example.com/',
    },
  ])('returns 1 with advice: $answer', async ({ answer, words }) => {
    const { url } = await answering(answer)
    const { exitCode, stdout, stderr } = await testWorld({
      env: { KEN_API_KEY: 'ken_hunter2' },
    }).ken('search', 'vpn', '--url', url)
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
    expect(stderr).toContain(words)
    expect(stderr).not.toContain('hunter2')
  })

  it('uses the configured address, unless --url is given', async () => {
    const { url, asked } = await answering({ body: { results: [], degraded: false } })
    const { port } = new URL(url)
    for (const env of [{ KEN_BASE_URL: url }, { KEN_PORT: port }]) {
      await testWorld({ env: { ...env, KEN_API_KEY: 'ken_abc', KEN_HOST: '127.0.0.1' } }).ken(
        'search',
        'vpn',
      )
    }
    expect(asked).toHaveLength(2)
  })

  it.each([
    {
      answer: { status: 401, body: { code: 'UNAUTHENTICATED' } },
      exitCode: 1,
      code: 'key.refused',
    },
    {
      answer: { status: 429, body: { code: 'RATE_LIMITED' } },
      exitCode: 1,
      code: 'key.rate_limited',
    },
    { answer: { status: 400, body: { code: 'INVALID' } }, exitCode: 2, code: 'search.invalid' },
    { answer: { status: 503, body: { code: 'UNAVAILABLE' } }, exitCode: 1, code: 'unavailable' },
    { answer: { status: 500, body: { code: 'INTERNAL' } }, exitCode: 1, code: 'failed' },
  ])(
    'reports the error codes of the command line to scripts: $answer',
    async ({ answer, exitCode, code }) => {
      const { url } = await answering(answer)
      const ended = await testWorld({ env: { KEN_API_KEY: 'ken_abc' } }).ken(
        'search',
        'vpn',
        '--url',
        url,
        '--json',
      )
      expect(ended.exitCode).toBe(exitCode)
      expect(JSON.parse(ended.stderr)).toMatchObject({ error: { code } })
    },
  )

  it('names invalid fields with the reason', async () => {
    const errors = [
      { pointer: '#/query', detail: 'must have at most 2000 characters' },
      { pointer: '#/limit' },
      null,
    ]
    const { url } = await answering({
      status: 400,
      body: { code: 'INVALID_REQUEST', detail: 'Correct the fields.', errors },
    })
    const { stderr } = await testWorld({ env: { KEN_API_KEY: 'ken_abc' } }).ken(
      'search',
      'vpn',
      '--url',
      url,
    )
    expect(stderr).toBe('error: The query must have at most 2000 characters.\n')
  })

  it('names the limit that was reached', async () => {
    const detail = 'A key may ask 10 questions per minute. Try again in 42 s, or search instead.'
    const { url } = await answering({ status: 429, body: { code: 'RATE_LIMITED', detail } })
    const { stderr } = await testWorld({ env: { KEN_API_KEY: 'ken_abc' } }).ken(
      'search',
      'vpn',
      '--url',
      url,
    )
    expect(stderr).toBe(`error: ${detail}\n`)
  })

  it('distinguishes a server of another kind from a missing one', async () => {
    const server = createTcpServer((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n')).listen(
      0,
      '127.0.0.1',
    )
    await once(server, 'listening')
    closers.push(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { exitCode, stderr } = await testWorld({ env: { KEN_API_KEY: 'ken_abc' } }).ken(
      'search',
      'vpn',
      '--url',
      url,
    )
    expect(exitCode).toBe(1)
    expect(stderr).toContain(`The server at ${url} responded, but it is not Ken`)
  })

  it('reports that nothing responds at the address', async () => {
    const { exitCode, stderr } = await testWorld({ env: { KEN_API_KEY: 'ken_abc' } }).ken(
      'search',
      'vpn',
      '--url',
      'http://127.0.0.1:1',
    )
    expect(exitCode).toBe(1)
    expect(stderr).toContain('Nothing responds at http://127.0.0.1:1')
  })
})
