import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { startHttpServer, type RunningServer, type ServerLimits } from './server.ts'
import { httpWorld, postJson, type HttpWorld, type HttpWorldOptions } from './testing/http-world.ts'
import { rawClient, rawRequest, type RawAnswer } from './testing/raw-client.ts'

const running: RunningServer[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()))
})

type Served = HttpWorld & { readonly server: RunningServer; readonly port: number; readonly url: string }

async function serve(limits: Partial<ServerLimits> = {}, options: HttpWorldOptions = {}): Promise<Served> {
  const world = await httpWorld(options)
  const server = await startHttpServer({ ken: world.ken, log: world.ports.log, limits: { leadMs: 0, drainMs: 300, ...limits } })
  running.push(server)
  return { ...world, server, port: server.port, url: `http://127.0.0.1:${server.port}` }
}

const get = (path: string, ...headers: readonly string[]) => [`GET ${path} HTTP/1.1`, ...headers, '', ''].join('\r\n')
const search = (key: string, body: string, ...headers: readonly string[]) =>
  [
    'POST /public/v1/search HTTP/1.1',
    'Host: ken',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    ...headers,
    '',
    body,
  ].join('\r\n')
const sized = (key: string, body: string) => search(key, body, `Content-Length: ${Buffer.byteLength(body)}`)
const sound = '{"query":"printer"}'

/** The status of a GET through an agent that may keep its connection. */
async function statusOf(url: string, agent: Agent): Promise<number> {
  const [response] = (await once(request(url, { agent }).end(), 'response')) as [IncomingMessage]
  response.resume()
  await once(response, 'end')
  return response.statusCode ?? 0
}
/** The address in the line of the first request. */
const addressIn = ({ ports }: Served) => ports.log.lines.find(({ event }) => event === 'http.request')?.fields['address']

const isAlive = async ({ port }: Served) => (await rawRequest(port, get('/healthz', 'Host: ken'))).status === 200

const promised = [
  'content-type: application/problem+json',
  'content-security-policy:',
  'x-content-type-options:',
  'x-request-id:',
]

/** An answer as a problem: its status, told twice, and what its headers lack or give away. */
function judge({ status, head, body }: RawAnswer) {
  const lines = head.toLowerCase().split('\r\n')
  const missing = promised.filter((start) => !lines.some((line) => line.startsWith(start)))
  const leaked = lines.filter((line) => /^(server|x-powered-by):/.test(line))
  return { status, told: (JSON.parse(body) as { status: number }).status, missing, leaked }
}
const problem = (status: number) => ({ status, told: status, missing: [], leaked: [] })

/** An index in which a search takes until it is let go. */
function heldIndex() {
  const held = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  const searchText = async () => {
    reached.resolve()
    await held.promise
    return []
  }
  return {
    release: held.resolve,
    reached: reached.promise,
    ports: { searchIndex: { searchText, supportsVectors: async () => false } as never },
  }
}

/** How often a server warns of its cookie. */
const warned = async (baseUrl: string) => {
  const { ports } = await serve({}, { config: { baseUrl } })
  return ports.log.lines.filter(({ level, event }) => level === 'warn' && event === 'http.refresh_cookie_unprotected').length
}

describe('serving', () => {
  it('answers real clients over a socket and keeps the connection', async () => {
    const { url, key, port } = await serve()
    const response = await fetch(`${url}/public/v1/search`, postJson({ query: 'printer' }, key))
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ degraded: false, results: [{ source: 'wiki' }] })

    const client = rawClient(port)
    client.send(sized(key, sound) + get('/healthz', 'Host: ken'))
    expect((await client.answer()).status).toBe(200)
    expect((await client.answer()).body).toBe('{"status":"ok"}')
    client.socket.destroy()
  })

  it('R23 logs the address of the socket, and of the client behind a trusted proxy', async () => {
    const direct = await serve()
    await rawRequest(direct.port, get('/healthz', 'Host: ken', 'X-Forwarded-For: 203.0.113.5'))
    expect(addressIn(direct)).toBe('127.0.0.1')
    const proxied = await serve({}, { config: { trustedProxies: ['127.0.0.0/8'] } })
    await rawRequest(proxied.port, get('/healthz', 'Host: ken', 'X-Forwarded-For: 1.1.1.1', 'X-Forwarded-For: 203.0.113.5'))
    expect(addressIn(proxied)).toBe('203.0.113.5')
  })

  it('R43 warns loudly where the refresh cookie travels in the clear, and only there', async () => {
    const addresses = ['http://ken.example.com', 'https://ken.example.com', 'http://localhost:8080']
    expect(await Promise.all(addresses.map(warned))).toEqual([1, 0, 0])
  })

  it('says which port is taken and what to do', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const { ken, ports } = await httpWorld({ config: { port } })
    await expect(startHttpServer({ ken, log: ports.log })).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is in use by another program. End that program, or set KEN_PORT`,
    )
    other.close()
  })

  it('says when the machine has no such address', async () => {
    const { ken, ports } = await httpWorld({ config: { host: '192.0.2.1' } })
    await expect(startHttpServer({ ken, log: ports.log })).rejects.toThrow('This machine has no address 192.0.2.1. Set KEN_HOST')
  })
})

describe('R76 bodies on the wire', () => {
  it('are capped, announced or not, in one piece or trickling, and the connection closes', async () => {
    const searches: string[] = []
    const searchIndex = {
      searchText: async (query: string) => (searches.push(query), []),
      supportsVectors: async () => false,
    } as never
    const served = await serve({}, { ports: { searchIndex } })
    const { port, key } = served
    const large = JSON.stringify({ query: 'a', more: 'x'.repeat(200_000) })
    const chunk = 'x'.repeat(1_024)
    const messages = [
      sized(key, large),
      search(key, '', 'Content-Length: 10000000'),
      search(key, `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked'),
      search(key, `400\r\n${chunk}\r\n`.repeat(65), 'Transfer-Encoding: chunked'),
    ]
    for (const message of messages) {
      const client = rawClient(port)
      client.send(message)
      const answer = await client.answer()
      expect(judge(answer)).toEqual(problem(413))
      expect(answer.head).toMatch(/^connection: close$/im)
      await client.closed
    }
    expect(searches).toEqual([])
    expect(await isAlive(served)).toBe(true)
  })

  it('are refused with 400 when their length is told twice, differently, or falsely', async () => {
    const served = await serve()
    const { port, key } = served
    const refused = [
      search(key, `13\r\n${sound}\r\n0\r\n\r\n`, 'Content-Length: 19', 'Transfer-Encoding: chunked'),
      search(key, sound, 'Content-Length: 19', 'Content-Length: 20'),
      search(key, sound, 'Content-Length: -1'),
      search(key, sound, 'Content-Length: 1e3'),
      search(key, `zz\r\n${sound}\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked'),
    ]
    for (const message of refused) expect(judge(await rawRequest(port, message))).toEqual(problem(400))
    const short = rawClient(port)
    short.send(search(key, sound, 'Content-Length: 10'))
    expect(judge(await short.answer())).toEqual(problem(400))
    await short.closed
    expect(await isAlive(served)).toBe(true)
  })

  it('may end half-way without an answer, an error line or harm', async () => {
    const served = await serve()
    const client = rawClient(served.port)
    client.send(search(served.key, '{"que', 'Content-Length: 19'))
    expect(await isAlive(served)).toBe(true)
    client.socket.destroy()
    await client.closed
    expect(await isAlive(served)).toBe(true)
    expect(served.ports.log.lines.filter(({ level }) => level === 'error')).toEqual([])
  })

  it('whose sender left before anybody came to read leave nothing waiting', async () => {
    const held = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    const take = async () => {
      reached.resolve()
      await held.promise
      return { allowed: true, limit: 60, remaining: 59, resetSeconds: 60 }
    }
    const served = await serve({}, { ports: { keyLimiter: { take } } })
    const client = rawClient(served.port)
    client.send(search(served.key, '{"que', 'Content-Length: 19'))
    await reached.promise
    client.socket.destroy()
    await client.closed
    expect(await isAlive(served)).toBe(true)
    held.resolve()
    expect(await isAlive(served)).toBe(true)
    const statuses = served.ports.log.lines.filter(({ fields }) => fields['route'] === '/public/v1/search')
    expect(statuses.map(({ fields }) => fields['status'])).toEqual([400])
  })

  it('with headers past 16 KiB are refused', async () => {
    const served = await serve()
    expect(judge(await rawRequest(served.port, get('/healthz', 'Host: ken', `X-Long: ${'a'.repeat(20_000)}`)))).toEqual(
      problem(431),
    )
    expect((await rawRequest(served.port, get('/healthz', 'Host: ken', `X-Long: ${'a'.repeat(15_000)}`))).status).toBe(200)
  })
})

describe('R77 hostile requests', () => {
  it('with a bad host are refused and the server lives', async () => {
    const served = await serve()
    for (const host of ['', '/', 'a b', 'a/b', 'a@b', 'a\\b', '%41', 'a:x', 'a:99999', '[::1', 'ä', '"']) {
      expect(judge(await rawRequest(served.port, get('/healthz', `Host: ${host}`)))).toEqual(problem(400))
    }
    expect(judge(await rawRequest(served.port, get('/healthz')))).toEqual(problem(400))
    expect(judge(await rawRequest(served.port, get('/healthz', 'Host: ken', 'Host: other')))).toEqual(problem(400))
    for (const host of ['ken', 'KEN.example.com:8080', '127.0.0.1:1', '[::1]:80']) {
      expect((await rawRequest(served.port, get('/healthz', `Host: ${host}`))).status).toBe(200)
    }
    expect((await rawRequest(served.port, 'GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200)
  })

  it('find no second spelling of a path, as sent and not as a URL parser sees it', async () => {
    const { port, key } = await serve()
    const spellings = [
      '//public/v1/search',
      '/public//v1/search',
      '/./public/v1/search',
      '/x/../public/v1/search',
      '/public/v1/./search',
      '/public/v1/x/../search',
      '/public/v1/search/.',
      '/public/v1/search/x/..',
      '/%2e/public/v1/search',
      '/public/v1/%2e%2e/v1/search',
      '/public/v1%2fsearch',
      '/public/v1/%73earch',
      '/public/v1/search%00',
      '/public/v1/search%',
      '/public/v1/search;',
      '/public;x/v1/search',
      '/PUBLIC/v1/search',
      '/public/v1/search/',
      'http://ken/public/v1/search',
    ]
    for (const spelling of spellings) {
      expect(judge(await rawRequest(port, sized(key, sound).replace('/public/v1/search', spelling)))).toEqual(problem(404))
    }
    expect(judge(await rawRequest(port, sized(key, sound).replace('/public', '\\public')))).toEqual(problem(400))
    expect((await rawRequest(port, sized(key, sound).replace('/search ', '/search?x=/../y '))).status).toBe(200)
  })

  it('by TRACE, CONNECT or an unknown method get nothing', async () => {
    const served = await serve()
    const trace = await rawRequest(served.port, get('/healthz', 'Host: ken', 'X-Secret: canary').replace('GET', 'TRACE'))
    expect(judge(trace)).toEqual(problem(405))
    expect(trace.body).not.toContain('canary')
    expect(judge(await rawRequest(served.port, get('/nowhere', 'Host: ken').replace('GET', 'TRACE')))).toEqual(problem(404))
    expect(judge(await rawRequest(served.port, get('/healthz', 'Host: ken').replace('GET', 'BREW')))).toEqual(problem(400))
    const tunnel = rawClient(served.port)
    tunnel.send(get('ken:80', 'Host: ken').replace('GET', 'CONNECT'))
    await tunnel.closed
    expect(await isAlive(served)).toBe(true)
  })

  it('R4 with two authorization headers are refused like any other', async () => {
    const { port, key } = await serve()
    expect(
      judge(await rawRequest(port, search(key, sound, `Content-Length: ${sound.length}`, `Authorization: Bearer ${key}`))),
    ).toEqual(problem(401))
    expect(judge(await rawRequest(port, search(key, sound, `Content-Length: ${sound.length}`, 'Authorization:')))).toEqual(
      problem(401),
    )
  })

  it('R75 with headers named like prototypes do no harm', async () => {
    const served = await serve()
    const names = ['__proto__: x', 'constructor: x', 'toString: x', 'hasOwnProperty: x', '__proto__: y']
    expect((await rawRequest(served.port, get('/healthz', 'Host: ken', ...names))).status).toBe(200)
    expect((await rawRequest(served.port, search(served.key, sound, `Content-Length: ${sound.length}`, ...names))).status).toBe(
      200,
    )
    expect(await isAlive(served)).toBe(true)
  })

  it('that are no HTTP at all are refused', async () => {
    const served = await serve()
    for (const text of [
      'hello\r\n\r\n',
      '\x16\x03\x01\x00\xa5',
      'GET / HTTP/9.9\r\n\r\n',
      'GET / HTTP/2.0\r\nHost: ken\r\n\r\n',
      'GET /\r\nHost: ken\r\n\r\n',
      'GET /a\tb HTTP/1.1\r\nHost: ken\r\n\r\n',
    ]) {
      expect(judge(await rawRequest(served.port, text))).toEqual(problem(400))
    }
    expect(await isAlive(served)).toBe(true)
  })
})

describe('R90 slow clients', () => {
  const limits = { headersMs: 100, requestMs: 250, idleMs: 50, checkMs: 25 }

  it('are cut off: without a request, in the headers, in the body; others are answered meanwhile', async () => {
    const served = await serve(limits)
    const silent = rawClient(served.port)
    const inHeaders = rawClient(served.port)
    inHeaders.send('GET /healthz HTTP/1.1\r\nHost: ken\r\nX-Slow: ')
    const inBody = rawClient(served.port)
    inBody.send(search(served.key, '{"query":', 'Content-Length: 19'))
    const trickle = setInterval(() => {
      inHeaders.send('a')
      inBody.send(' ')
    }, 40)
    expect(await isAlive(served)).toBe(true)
    await Promise.all([silent.closed, inHeaders.closed, inBody.closed])
    clearInterval(trickle)
    for (const client of [inHeaders, inBody]) expect(judge(await client.answer())).toEqual(problem(408))
    expect(await isAlive(served)).toBe(true)
  })

  it('lose a kept-alive connection that they do not use', async () => {
    const { port } = await serve(limits)
    const client = rawClient(port)
    client.send(get('/healthz', 'Host: ken'))
    expect((await client.answer()).head).toMatch(/^connection: keep-alive$/im)
    await client.closed
  })
})

describe('R89 closing', () => {
  it('resets none of 20 clients that ask again after every answer', async () => {
    const served = await serve({ leadMs: 100, drainMs: 5_000 })
    const agent = new Agent({ keepAlive: true, maxSockets: 20 })
    const ends: string[] = []
    const statuses = new Set<number>()
    const clients = Array.from({ length: 20 }, async () => {
      for (;;) {
        try {
          statuses.add(await statusOf(`${served.url}/healthz`, agent))
        } catch (error) {
          return ends.push((error as NodeJS.ErrnoException).code ?? String(error))
        }
      }
    })
    while (statuses.size === 0) await statusOf(`${served.url}/healthz`, agent)
    await served.server.close()
    await Promise.all(clients)
    agent.destroy()
    expect(ends).toEqual(Array(20).fill('ECONNREFUSED'))
    expect([...statuses]).toEqual([200])
    expect(served.ports.log.lines.at(-1)).toMatchObject({ event: 'http.stopped', fields: { cut: 0 } })
  })

  it('says that it is not ready, and to connect elsewhere, before it turns anybody away', async () => {
    const served = await serve({ leadMs: 1_000, drainMs: 5_000 })
    const kept = rawClient(served.port)
    kept.send(get('/readyz', 'Host: ken'))
    expect((await kept.answer()).head).toMatch(/^connection: keep-alive$/im)
    const closing = served.server.close()
    kept.send(get('/readyz', 'Host: ken'))
    for (const answer of [await kept.answer(), await rawRequest(served.port, get('/readyz', 'Host: ken'))]) {
      expect(answer.status).toBe(503)
      expect(answer.head).toMatch(/^connection: close$/im)
      expect(answer.body).toContain('"draining"')
    }
    await Promise.all([closing, kept.closed])
  })

  it('answers what is in flight, and closes idle connections meanwhile', async () => {
    const held = heldIndex()
    const served = await serve({ drainMs: 5_000 }, { ports: held.ports })
    const [idle, busy, pipelined] = [rawClient(served.port), rawClient(served.port), rawClient(served.port)]
    idle.send(get('/healthz', 'Host: ken'))
    await idle.answer()
    busy.send(sized(served.key, sound))
    pipelined.send(sized(served.key, sound) + get('/readyz', 'Host: ken'))
    await held.reached

    const closing = served.server.close()
    await idle.closed
    await expect(fetch(`${served.url}/healthz`)).rejects.toThrow('fetch failed')
    held.release()
    const answer = await busy.answer()
    expect(answer.status).toBe(200)
    expect(answer.head).toMatch(/^connection: close$/im)
    expect((await pipelined.answer()).status).toBe(200)
    await Promise.all([closing, busy.closed, pipelined.closed])
    await served.server.close()
  })

  it('cuts off what takes longer than the drain lasts', async () => {
    const held = heldIndex()
    const served = await serve({ drainMs: 100 }, { ports: held.ports })
    const stuck = rawClient(served.port)
    stuck.send(sized(served.key, sound))
    await held.reached
    const half = rawClient(served.port)
    half.send('GET / HT')
    await served.server.close()
    expect(await Promise.all([stuck.closed, half.closed])).toHaveLength(2)
    held.release()
  })
})
