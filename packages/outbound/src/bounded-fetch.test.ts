import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net'
import { gzipSync } from 'node:zlib'
import { loopbackCertificate } from '@ken/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  beginningBytes,
  boundedFetch,
  boundedStream,
  type BoundedRequest,
} from './bounded-fetch.ts'
import { outboundGuard } from './outbound-guard.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

async function listen(server: Server): Promise<number> {
  server.on('connection', (socket) => {
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** A server on loopback and the paths that it was asked for. */
async function serve(handler: Handler) {
  const paths: string[] = []
  const server = createServer((request, response) => {
    paths.push(request.url ?? '')
    handler(request, response)
  })
  return { server, paths, url: `http://127.0.0.1:${await listen(server)}/` }
}

/** The same, which counts its connections. */
async function counted(handler: Handler) {
  const { server, url } = await serve(handler)
  let connections = 0
  server.on('connection', () => (connections += 1))
  return { server, url, connections: () => connections }
}

const text: (body: string, status?: number) => Handler =
  (body, status = 200) =>
  (_, response) =>
    void response.writeHead(status, { 'retry-after': '7' }).end(body)
const silence: Handler = () => {}
const halfOfBody: Handler = (_, response) =>
  void response.writeHead(200, { 'content-length': '10' }).write('half')
const endlessBody: Handler = (_, response) => {
  const write = (): boolean => !response.destroyed && response.write('x'.repeat(1_000)) && write()
  response.on('drain', write)
  write()
}

/** Both ways to a server: over Node's pool, and through a guard. */
const ways = [
  { name: 'without a guard', guard: null },
  { name: 'through a guard', guard: outboundGuard({ allowLoopback: true }) },
] as const

const requestTo = (url: string, options: Partial<BoundedRequest> = {}): BoundedRequest => ({
  url: new URL(url),
  method: 'GET',
  headers: {},
  body: null,
  timeoutMs: 5_000,
  bodyBytesMax: 1_000,
  readsErrorBody: true,
  guard: null,
  ...options,
})

const send = (...request: Parameters<typeof requestTo>) => boundedFetch(requestTo(...request))

/** The fault and the code of the request's failure. */
const failureOf = async (...request: Parameters<typeof send>) => {
  const error: unknown = await send(...request).catch((thrown: unknown) => thrown)
  return error
}

describe('boundedFetch over a kept connection', () => {
  it('sends a request again whose connection the server closed at that moment', async () => {
    let requests = 0
    const { url } = await serve((_, response) => {
      requests += 1
      // The second request comes over the connection of the first.
      if (requests === 2) response.destroy()
      else response.end(`answer ${requests}`)
    })
    expect(await send(url, { method: 'POST', body: 'one' })).toMatchObject({ text: 'answer 1' })
    expect(await send(url, { method: 'POST', body: 'two' })).toMatchObject({ text: 'answer 3' })
  })

  it('gives up when the server closes the next connection, too', async () => {
    let responds = true
    const { url, paths } = await serve((_, response) =>
      responds ? void response.end() : void response.destroy(),
    )
    await send(url)
    responds = false
    expect(await failureOf(url)).toMatchObject({ fault: 'unreachable' })
    expect(paths).toHaveLength(3)
  })

  it('sends a request once to a server that fails while it works on it', async () => {
    let responds = true
    const { url, paths } = await serve((_, response) => {
      if (responds) response.end()
      else setTimeout(() => response.destroy(), 1_200)
    })
    await send(url)
    responds = false
    expect(await failureOf(url)).toMatchObject({ fault: 'unreachable' })
    expect(paths).toHaveLength(2)
  })

  it('sends a request once to a server that has never responded', async () => {
    const { url, paths } = await serve((_, response) => void response.destroy())
    expect(await failureOf(url)).toMatchObject({ fault: 'unreachable' })
    expect(paths).toHaveLength(1)
  })
})

describe('boundedFetch through a guard', () => {
  it('R73 keeps the connection for its next request, and for no other guard', async () => {
    const guard = outboundGuard({ allowLoopback: true })
    const { url, connections } = await counted(text('answer'))
    for (let count = 0; count < 3; count += 1)
      expect(await send(url, { guard, method: 'POST', body: '{}' })).toMatchObject({ status: 200 })
    expect(connections()).toBe(1)
    await send(url, { guard: outboundGuard({ allowLoopback: true }) })
    expect(connections()).toBe(2)
    const forbidden = { guard: outboundGuard({ allowLoopback: false }) }
    expect(await failureOf(url, forbidden)).toMatchObject({ fault: 'address_forbidden' })
  })

  it('keeps no connection with a body that it has not read, or that failed', async () => {
    const guard = outboundGuard({ allowLoopback: true })
    const { url, connections } = await counted((_, response) => {
      response.writeHead(500).write('x')
    })
    await send(url, { guard, readsErrorBody: false })
    await send(url, { guard, readsErrorBody: false })
    expect(connections()).toBe(2)
    const short = await counted(text('why', 500))
    await send(short.url, { guard, readsErrorBody: false })
    const open = () =>
      new Promise((resolve) => short.server.getConnections((_, count) => resolve(count)))
    await expect.poll(open).toBe(0)
    const long = await counted(text('x'.repeat(1_001)))
    await failureOf(long.url, { guard })
    await failureOf(long.url, { guard })
    expect(long.connections()).toBe(2)
  })

  it('R73 checks the address of each new connection', async () => {
    const addresses = ['127.0.0.1', '169.254.169.254']
    const resolve = async () => [{ address: addresses.shift() ?? '', family: 4 }]
    const guard = outboundGuard({ allowLoopback: true, resolve })
    const { url, connections } = await counted((_, response) =>
      response.writeHead(200, { connection: 'close' }).end(),
    )
    const named = url.replace('127.0.0.1', 'chat.example.com')
    expect(await send(named, { guard })).toMatchObject({ status: 200 })
    expect(await failureOf(named, { guard })).toMatchObject({ fault: 'address_forbidden' })
    expect(connections()).toBe(1)
  })

  it('sends no request twice: it connects again only for the next one', async () => {
    const guard = outboundGuard({ allowLoopback: true })
    let requests = 0
    const { url, connections } = await counted((_, response) => {
      requests += 1
      if (requests === 2) response.destroy()
      else response.end('answer')
    })
    await send(url, { guard })
    expect(await failureOf(url, { guard })).toMatchObject({ fault: 'unreachable' })
    expect(requests).toBe(2)
    expect(await send(url, { guard })).toMatchObject({ text: 'answer' })
    expect(connections()).toBe(2)
  })
})

it('boundedFetch names a port to which fetch sends nothing', async () => {
  expect(await failureOf('http://127.0.0.1:6000/')).toMatchObject({
    fault: 'unreachable',
    code: 'BAD_PORT',
  })
})

describe.for(ways)('boundedFetch $name', ({ guard }) => {
  it('sends method, headers and body, and returns the whole response', async () => {
    const { url } = await serve((request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += String(chunk)))
      request.on('end', () =>
        response
          .writeHead(201, { 'retry-after': '7' })
          .end(`${request.method} ${String(request.headers['x-one'])} ${body} ü`),
      )
    })
    expect(
      await send(url, { guard, method: 'POST', headers: { 'x-one': 'a' }, body: 'b' }),
    ).toEqual({ status: 201, retryAfterSeconds: 7, text: 'POST a b ü' })
  })

  it('returns the status of an error, with its body only on request', async () => {
    const { url } = await serve(text('why', 503))
    expect(await send(url, { guard })).toMatchObject({ status: 503, text: 'why' })
    expect(await send(url, { guard, readsErrorBody: false })).toEqual({
      status: 503,
      retryAfterSeconds: 7,
      text: '',
    })
  })

  it('does not wait for the body of an error that it does not read, and ends the connection', async () => {
    const { server, url } = await serve((_, response) => void response.writeHead(500).write('x'))
    const connected = once(server, 'connection')
    expect(await send(url, { guard, readsErrorBody: false })).toMatchObject({ status: 500 })
    const [socket] = await connected
    if (!socket.destroyed) await once(socket, 'close')
  })

  it('R73 follows no redirect', async () => {
    const other = await serve(text('elsewhere'))
    const { url } = await serve((_, response) =>
      response.writeHead(307, { location: other.url }).end(),
    )
    expect(await send(url, { guard })).toMatchObject({ status: 307, text: '' })
    expect(other.paths).toEqual([])
  })

  it.for([
    { name: 'no response', handler: silence },
    { name: 'half of a body', handler: halfOfBody },
  ] as const)('R87 times out on $name, and ends the connection', async ({ handler }) => {
    const { server, url } = await serve(handler)
    const connected = once(server, 'connection')
    expect(await failureOf(url, { guard, timeoutMs: 100 })).toMatchObject({ fault: 'timed_out' })
    const [socket] = await connected
    if (!socket.destroyed) await once(socket, 'close')
  })

  it('R87 reads no more of a body than its limit', async () => {
    const { url } = await serve(endlessBody)
    expect(await failureOf(url, { guard })).toMatchObject({ fault: 'body_too_large' })
    const exact = await serve(text('x'.repeat(1_000)))
    expect((await send(exact.url, { guard })).text).toHaveLength(1_000)
    const over = await serve(text('x'.repeat(1_001)))
    expect(await failureOf(over.url, { guard })).toMatchObject({ fault: 'body_too_large' })
  })

  it('R87 reads only the beginning of a body that is announced as too large', async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '1000000' })
      response.write('begin', () => response.write('x'.repeat(beginningBytes)))
    })
    let read = ''
    const readAll = async () => {
      const { body } = await boundedStream(requestTo(url, { guard }))
      for await (const chunk of body) read += Buffer.from(chunk).toString()
    }
    expect(await readAll().catch((error: unknown) => error)).toMatchObject({
      fault: 'body_too_large',
    })
    expect(read).toMatch(/^beginx{200}/)
  })

  it('ends when its signal is aborted, before it connects and while it waits', async () => {
    const { paths, url } = await serve(silence)
    expect(await failureOf(url, { guard, signal: AbortSignal.abort() })).toMatchObject({
      fault: 'aborted',
    })
    expect(paths).toEqual([])
    const abort = new AbortController()
    const failed = failureOf(url, { guard, signal: abort.signal })
    await expect.poll(() => paths).toEqual(['/'])
    abort.abort()
    expect(await failed).toMatchObject({ fault: 'aborted' })
  })

  it('is unreachable where nothing listens, and where the server hangs up', async () => {
    const { server, url } = await serve(silence)
    server.close()
    await once(server, 'close')
    expect(await failureOf(url, { guard })).toMatchObject({
      fault: 'unreachable',
      code: 'ECONNREFUSED',
    })
    const port = await listen(createTcpServer((socket) => void socket.destroy()))
    expect(await failureOf(`http://127.0.0.1:${port}/`, { guard })).toMatchObject({
      fault: 'unreachable',
    })
  })

  it('is unreachable where the server switches to another protocol', async () => {
    const head = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n'
    const port = await listen(
      createTcpServer((socket) => void socket.on('data', () => void socket.write(head))),
    )
    expect(await failureOf(`http://127.0.0.1:${port}/`, { guard })).toMatchObject({
      fault: 'unreachable',
    })
  })

  it('does not trust a certificate that this machine does not know', async () => {
    const { cert, key } = await loopbackCertificate()
    const port = await listen(createTlsServer({ cert, key }, text('secret')))
    expect(await failureOf(`https://127.0.0.1:${port}/`, { guard })).toMatchObject({
      fault: 'certificate_untrusted',
    })
  })

  it('shows nothing of the request in its failure', async () => {
    const { url } = await serve(silence)
    const error = (await failureOf(`${url}canary`, {
      guard,
      timeoutMs: 50,
      headers: { authorization: 'canary' },
    })) as Error
    expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain('canary')
  })
})

describe('boundedFetch', () => {
  it('R87 counts the bytes of a compressed body after decompression', async () => {
    const { url } = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(100_000))),
    )
    expect(await failureOf(url)).toMatchObject({ fault: 'body_too_large' })
  })

  it.for(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0x7f.1'])(
    'R73 sends nothing to %s when the guard forbids it',
    async (host) => {
      const { paths, url } = await serve(text(''))
      const guard = outboundGuard({ allowLoopback: false })
      expect(await failureOf(url.replace('127.0.0.1', host), { guard })).toMatchObject({
        fault: 'address_forbidden',
      })
      expect(paths).toEqual([])
    },
  )

  it('R73 connects to the addresses that the guard checked, and resolves a name once', async () => {
    const { url } = await serve(text('here'))
    const asked: string[] = []
    const guard = outboundGuard({
      allowLoopback: true,
      resolve: async (host) => {
        asked.push(host)
        return [{ address: '127.0.0.1', family: 4 }]
      },
    })
    const named = url.replace('127.0.0.1', 'chat.example.com')
    expect(await send(named, { guard })).toMatchObject({ text: 'here' })
    expect(asked).toEqual(['chat.example.com'])
  })

  it('R87 counts the lookup of the name in the time limit', async () => {
    const guard = outboundGuard({ allowLoopback: true, resolve: () => new Promise(() => {}) })
    expect(await failureOf('http://chat.example.com/', { guard, timeoutMs: 50 })).toMatchObject({
      fault: 'timed_out',
    })
  })
})
