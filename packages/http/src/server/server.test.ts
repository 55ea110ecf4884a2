import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { startHttpServer } from './server.ts'
import { httpWorld, postJson } from '../testing/http-world.ts'
import { rawClient, rawRequest } from '../testing/raw-client.ts'
import {
  get,
  isAlive,
  inspectProblem,
  problem,
  search,
  serve,
  sized,
  validBody,
  type Served,
} from '../testing/served.ts'

/** The address in the line of the first request. */
const addressIn = ({ ports }: Served) =>
  ports.log.lines.find(({ event }) => event === 'http.request')?.fields['address']

/** How often a server warns of its cookie. */
const warned = async (baseUrl: string) => {
  const { ports } = await serve({}, { config: { baseUrl } })
  return ports.log.lines.filter(
    ({ level, event }) => level === 'warn' && event === 'http.refresh_cookie_unprotected',
  ).length
}

describe('serving', () => {
  it('responds to real clients over a socket and keeps the connection', async () => {
    const { url, key, port } = await serve()
    const response = await fetch(`${url}/public/v1/search`, postJson({ query: 'printer' }, key))
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ degraded: false, results: [{ source: 'wiki' }] })

    const client = rawClient(port)
    client.send(sized(key, validBody) + get('/healthz', 'Host: ken'))
    expect((await client.nextResponse()).status).toBe(200)
    expect((await client.nextResponse()).body).toBe('{"status":"ok"}')
    client.socket.destroy()
  })

  it('R23 logs the address of the socket, or of the client of a trusted proxy', async () => {
    const direct = await serve()
    await rawRequest(direct.port, get('/healthz', 'Host: ken', 'X-Forwarded-For: 203.0.113.5'))
    expect(addressIn(direct)).toBe('127.0.0.1')
    const proxied = await serve({}, { config: { trustedProxies: ['127.0.0.0/8'] } })
    await rawRequest(
      proxied.port,
      get('/healthz', 'Host: ken', 'X-Forwarded-For: 1.1.1.1', 'X-Forwarded-For: 203.0.113.5'),
    )
    expect(addressIn(proxied)).toBe('203.0.113.5')
  })

  it('R43 warns only if the refresh cookie is sent unencrypted', async () => {
    const addresses = ['http://ken.example.com', 'https://ken.example.com', 'http://localhost:8080']
    expect(await Promise.all(addresses.map(warned))).toEqual([1, 0, 0])
  })

  it('reports its address and port, also for a random port', async () => {
    for (const { host, pattern } of [
      { host: '127.0.0.1', pattern: /^127\.0\.0\.1:[1-9]\d+$/ },
      { host: '::1', pattern: /^\[::1\]:[1-9]\d+$/ },
      { host: '0.0.0.0', pattern: /^0\.0\.0\.0:[1-9]\d+$/ },
    ]) {
      const { ken, ports } = await httpWorld({ config: { host, port: 0 } })
      const { listensOn, port, close } = await startHttpServer({
        ken,
        log: ports.log,
        limits: { leadMs: 0 },
      })
      expect(listensOn).toMatch(pattern)
      expect(listensOn.endsWith(`:${port}`)).toBe(true)
      await close()
    }
  })

  it('reports a port in use and what to do', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const { ken, ports } = await httpWorld({ config: { port } })
    await expect(startHttpServer({ ken, log: ports.log })).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is in use by another program. End that program, or set KEN_PORT`,
    )
    other.close()
  })

  it('reports that the machine lacks the address', async () => {
    const { ken, ports } = await httpWorld({ config: { host: '192.0.2.1' } })
    await expect(startHttpServer({ ken, log: ports.log })).rejects.toThrow(
      'This machine has no address 192.0.2.1. Set KEN_HOST',
    )
  })
})

describe('R90 slow clients', () => {
  // A busy machine stops a process for hundreds of milliseconds.
  const limits = { headersMs: 500, requestMs: 1_000, idleMs: 50, checkMs: 25 }

  it('are disconnected: without a request, in the headers, in the body; others are served meanwhile', async () => {
    const served = await serve(limits)
    const silent = rawClient(served.port)
    const inHeaders = rawClient(served.port)
    inHeaders.send('GET /healthz HTTP/1.1\r\nHost: ken\r\nX-Slow: ')
    const inBody = rawClient(served.port)
    inBody.send(search(served.key, '{"query":', 'Content-Length: 999'))
    const trickle = setInterval(() => {
      inHeaders.send('a')
      inBody.send(' ')
    }, 40)
    expect(await isAlive(served)).toBe(true)
    await Promise.all([silent.closed, inHeaders.closed, inBody.closed])
    clearInterval(trickle)
    for (const client of [inHeaders, inBody])
      expect(inspectProblem(await client.nextResponse())).toEqual(problem(408))
    expect(await isAlive(served)).toBe(true)
  })

  it('lose an idle kept-alive connection', async () => {
    const { port } = await serve(limits)
    const client = rawClient(port)
    client.send(get('/healthz', 'Host: ken'))
    expect((await client.nextResponse()).head).toMatch(/^connection: keep-alive$/im)
    await client.closed
  })
})
