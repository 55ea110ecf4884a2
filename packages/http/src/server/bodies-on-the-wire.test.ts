import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
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
} from '../testing/served.ts'
import type { ServerLimits } from './server-limits.ts'

/** A refresh as it goes over the wire. It takes no body. */
const refresh = (body: string, ...headers: readonly string[]): string =>
  ['POST /refresh HTTP/1.1', 'Host: ken', ...headers, '', body].join('\r\n')

/** The head of a request with a body of JSON. */
const head = (operation: string, length: number, ...headers: readonly string[]): string =>
  [
    `${operation} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    `Content-Length: ${length}`,
    ...headers,
    '',
    '',
  ].join('\r\n')

const expecting = (length: number, ...headers: readonly string[]): string =>
  head('POST /public/v1/search', length, 'Expect: 100-continue', ...headers)

describe('R76 bodies on the wire', () => {
  it('are limited, with and without a length, in one chunk or many, and the connection closes', async () => {
    const searches: string[] = []
    const searchIndex = {
      searchText: async (query: string) => (searches.push(query), []),
      supportsVectors: async () => false,
    } as never
    const served = await serve({ restMs: 100 }, { ports: { searchIndex } })
    const { port, key } = served
    const large = JSON.stringify({ query: 'a', more: 'x'.repeat(200_000) })
    const chunk = 'x'.repeat(1_024)
    const messages = [
      sized(key, large),
      search(key, '', 'Content-Length: 10000000'),
      search(
        key,
        `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`,
        'Transfer-Encoding: chunked',
      ),
      search(key, `400\r\n${chunk}\r\n`.repeat(65), 'Transfer-Encoding: chunked'),
    ]
    for (const message of messages) {
      const client = rawClient(port)
      client.send(message)
      const response = await client.nextResponse()
      expect(inspectProblem(response)).toEqual(problem(413))
      expect(response.head).toMatch(/^connection: close$/im)
      await client.closed
    }
    expect(searches).toEqual([])
    expect(await isAlive(served)).toBe(true)
  })

  it('are asked for with 100 Continue once they are read, and not if the request is refused', async () => {
    const { port, key } = await serve({ restMs: 100 })
    const refusals = [
      { status: 413, message: expecting(1_000_000, `Authorization: Bearer ${key}`) },
      { status: 401, message: expecting(validBody.length) },
    ]
    for (const { status, message } of refusals) {
      const client = rawClient(port)
      client.send(message)
      const response = await client.nextResponse()
      expect(inspectProblem(response)).toEqual(problem(status))
      expect(response.head).toMatch(/^connection: close$/im)
      await client.closed
    }

    const client = rawClient(port)
    client.send(expecting(validBody.length, `Authorization: Bearer ${key}`))
    expect((await client.nextResponse()).status).toBe(100)
    client.send(validBody)
    expect((await client.nextResponse()).status).toBe(200)
  })

  it.for<[string, number, (key: string, length: number) => string]>([
    [
      'beyond the limit',
      413,
      (key, length) => head('POST /public/v1/search', length, `Authorization: Bearer ${key}`),
    ],
    [
      'beyond the limit of a tool call',
      413,
      (key, length) => head('POST /mcp', length, `Authorization: Bearer ${key}`),
    ],
    ['without a credential', 401, (_key, length) => head('POST /public/v1/ask', length)],
    ['without waiting for 100 Continue', 401, (_key, length) => expecting(length)],
    ['at an unknown address', 404, (_key, length) => head('POST /public/v1/none', length)],
  ])(
    'are refused so that a client that sends all of its body first receives the response: %s',
    async ([, status, headOf]) => {
      const served = await serve()
      const body = Buffer.alloc(12 * 1024 * 1024, 'x')
      const client = rawClient(served.port)
      client.socket.pause()
      client.send(headOf(served.key, body.length))
      for (let at = 0; at < body.length; at += body.length / 8) {
        await new Promise((sent) =>
          client.socket.write(body.subarray(at, at + body.length / 8), sent),
        )
        await sleep(100) // A slow network.
      }
      client.socket.resume()
      expect(inspectProblem(await client.nextResponse())).toEqual(problem(status))
      client.socket.destroy()
      expect(await isAlive(served)).toBe(true)
    },
  )

  it.for<[string, Partial<ServerLimits>]>([
    ['too many bytes', { restBytesMax: 1_000_000 }],
    ['too long', { restMs: 300 }],
  ])('whose refused rest does not end in time are cut off: %s', async ([, limits]) => {
    const { port, key } = await serve(limits)
    const client = rawClient(port)
    client.send(head('POST /public/v1/search', 1e9, `Authorization: Bearer ${key}`))
    const sending = setInterval(() => client.send(Buffer.alloc(50_000)), 10)
    expect(inspectProblem(await client.nextResponse())).toEqual(problem(413))
    await client.closed
    clearInterval(sending)
    expect(client.socket.bytesWritten).toBeLessThan(10_000_000)
  })

  it('are refused with 400 when the length is duplicate, contradictory or wrong', async () => {
    const served = await serve()
    const { port, key } = served
    const refused = [
      search(
        key,
        `13\r\n${validBody}\r\n0\r\n\r\n`,
        'Content-Length: 19',
        'Transfer-Encoding: chunked',
      ),
      search(key, validBody, 'Content-Length: 19', 'Content-Length: 20'),
      search(key, validBody, 'Content-Length: -1'),
      search(key, validBody, 'Content-Length: 1e3'),
      search(key, `zz\r\n${validBody}\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked'),
      ...['gzip, chunked', 'identity, chunked', 'chunked, chunked', 'chunked;a=b'].map((coding) =>
        search(key, `13\r\n${validBody}\r\n0\r\n\r\n`, `Transfer-Encoding: ${coding}`),
      ),
    ]
    for (const message of refused)
      expect(inspectProblem(await rawRequest(port, message))).toEqual(problem(400))
    const short = rawClient(port)
    short.send(search(key, validBody, 'Content-Length: 10'))
    expect(inspectProblem(await short.nextResponse())).toEqual(problem(400))
    await short.closed
    expect(await isAlive(served)).toBe(true)
  })

  it('may be omitted, empty or chunked empty, and the connection stays open', async () => {
    const { port } = await serve()
    const client = rawClient(port)
    client.send(refresh(''))
    client.send(refresh('', 'Content-Length: 0'))
    client.send(refresh('0\r\n\r\n', 'Transfer-Encoding: chunked'))
    for (const _ of ['left out', 'announced', 'chunked'])
      expect(inspectProblem(await client.nextResponse())).toEqual(problem(401))
    client.send(refresh('[]', 'Content-Length: 2', 'Content-Type: application/json'))
    expect(inspectProblem(await client.nextResponse())).toEqual(problem(400))
    client.send(get('/healthz', 'Host: ken'))
    expect((await client.nextResponse()).status).toBe(200)
    client.socket.destroy()
  })

  it('may end early without a response, an error line or harm', async () => {
    const served = await serve()
    const client = rawClient(served.port)
    client.send(search(served.key, '{"que', 'Content-Length: 19'))
    expect(await isAlive(served)).toBe(true)
    client.socket.destroy()
    await client.closed
    expect(await isAlive(served)).toBe(true)
    expect(served.ports.log.lines.filter(({ level }) => level === 'error')).toEqual([])
  })

  it('whose client disconnects before the read leave nothing waiting', async () => {
    const held = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    const take = async () => {
      reached.resolve()
      await held.promise
      return { key: { allowed: true, limit: 60, remaining: 59, resetSeconds: 60 }, person: null }
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
    const statuses = served.ports.log.lines.filter(
      ({ fields }) => fields['route'] === '/public/v1/search',
    )
    expect(statuses.map(({ fields }) => fields['status'])).toEqual([400])
  })

  it('with headers beyond 16 KiB are refused', async () => {
    const served = await serve()
    expect(
      inspectProblem(
        await rawRequest(
          served.port,
          get('/healthz', 'Host: ken', `X-Long: ${'a'.repeat(20_000)}`),
        ),
      ),
    ).toEqual(problem(431))
    expect(
      (await rawRequest(served.port, get('/healthz', 'Host: ken', `X-Long: ${'a'.repeat(15_000)}`)))
        .status,
    ).toBe(200)
  })
})
