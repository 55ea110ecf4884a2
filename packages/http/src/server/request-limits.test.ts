import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { noteWithheldBody } from '../request/read-body.ts'
import { extendResponseStart, limitRequests, type RequestLimits } from './request-limits.ts'

const limits = { requestsPerSocketMax: 8, responseStartMs: 60_000 }

/** A server that responds only when the test does; `begun` are the started requests. */
async function bounded({
  readsBodies = true,
  ...options
}: Partial<RequestLimits> & { readonly readsBodies?: boolean } = {}) {
  const server = createServer()
  const requests = limitRequests(server, { ...limits, ...options })
  const begun: {
    readonly path: string
    readonly response: ServerResponse
    readonly signal: AbortSignal
  }[] = []
  const onRequest = (incoming: IncomingMessage, response: ServerResponse) =>
    requests.begin(incoming, response, (signal) => {
      if (readsBodies) incoming.resume()
      begun.push({ path: incoming.url ?? '', response, signal })
    })
  server.on('request', onRequest)
  server.on('checkContinue', (incoming: IncomingMessage, response: ServerResponse) => {
    noteWithheldBody(incoming, response)
    onRequest(incoming, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.closeAllConnections())
  onTestFinished(() => void server.close())
  const connection = () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    return socket.on('error', () => {})
  }
  const [client, another] = [connection(), connection()]
  let received = ''
  client.on('data', (data) => (received += data.toString()))
  return { begun, client, another, received: () => received }
}

const gets = (count: number, from = 0): string =>
  Array.from(
    { length: count },
    (_, position) => `GET /${from + position} HTTP/1.1\r\nHost: ken\r\n\r\n`,
  ).join('')
const bodiesIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(/<(\/\d+)>/g), ([, path]) => path!)
const respond = ({
  path,
  response,
}: {
  readonly path: string
  readonly response: ServerResponse
}) => response.end(`<${path}>`)

it('R90 serves eight requests of a connection at a time, and the rest of its pipeline after them, in order', async () => {
  const { begun, client, received } = await bounded()
  client.write(gets(200))
  await expect.poll(() => begun.length).toBe(8)
  for (let next = 0; next < 200; next += 1) {
    await expect.poll(() => begun.length, { interval: 1 }).toBeGreaterThan(next)
    expect(begun.length - next).toBeLessThanOrEqual(8)
    respond(begun[next]!)
  }
  await expect.poll(() => bodiesIn(received())).toHaveLength(200)
  expect(bodiesIn(received())).toEqual(Array.from({ length: 200 }, (_, position) => `/${position}`))
})

it('R90 stops reading a connection while eight of its requests are in flight', async () => {
  const { begun, client } = await bounded()
  const [sent, chunkMax] = [gets(100_000), 65_536]
  client.write(sent)
  await expect.poll(() => begun.length).toBe(8)
  const { socket } = begun[0]!.response
  for (let responded = 0; responded < 50; responded += 1) {
    await expect.poll(() => begun.length, { interval: 1 }).toBe(responded + 8)
    // One chunk with hundreds of requests was read before the limit was reached.
    expect(socket?.bytesRead).toBeLessThanOrEqual(2 * chunkMax)
    respond(begun[responded]!)
  }
  expect(sent.length).toBeGreaterThan(20 * chunkMax)
})

it('aborts the signals of all requests of a client that has disconnected', async () => {
  const { begun, client } = await bounded()
  client.write(gets(3))
  await expect.poll(() => begun.length).toBe(3)
  expect(begun.map(({ signal }) => signal.aborted)).toEqual([false, false, false])
  client.destroy()
  await expect.poll(() => begun.map(({ signal }) => signal.aborted)).toEqual([true, true, true])
})

it('aborts the signal of a request that times out, unless its response has begun', async () => {
  const { begun, client } = await bounded({ responseStartMs: 300 })
  client.write(gets(2))
  await expect.poll(() => begun.length).toBe(2)
  begun[0]!.response.flushHeaders()
  await expect.poll(() => begun[1]!.signal.aborted).toBe(true)
  expect(begun[0]!.signal.aborted).toBe(false)
})

it('gives a response more time if its request waits for a slow service', async () => {
  const { begun, client } = await bounded({ responseStartMs: 300 })
  client.write(gets(2))
  await expect.poll(() => begun.length).toBe(2)
  extendResponseStart(begun[0]!.response, 1_000)
  await expect.poll(() => begun[1]!.signal.aborted).toBe(true)
  expect(begun[0]!.signal.aborted).toBe(false)
  await expect.poll(() => begun[0]!.signal.aborted).toBe(true)
})

it('gives a response its time from the end of the body, which may arrive slowly', async () => {
  const { begun, client, another } = await bounded({ responseStartMs: 300 })
  client.write('POST /slow HTTP/1.1\r\nHost: ken\r\nContent-Length: 2\r\n\r\n1')
  await expect.poll(() => begun.length).toBe(1)
  another.write(gets(1))
  await expect.poll(() => begun[1]?.signal.aborted).toBe(true)
  expect(begun[0]!.signal.aborted).toBe(false)
  client.write('2')
  await expect.poll(() => begun[0]!.signal.aborted).toBe(true)
})

it.each([
  ['waits to be read', 'Content-Length: 2\r\n\r\n1'],
  ['is withheld until it is read', 'Content-Length: 2\r\nExpect: 100-continue\r\n\r\n'],
])('aborts the signal of a request whose body %s', async (_, rest) => {
  const { begun, client } = await bounded({ responseStartMs: 300, readsBodies: false })
  client.write(`POST /unread HTTP/1.1\r\nHost: ken\r\n${rest}`)
  await expect.poll(() => begun.length).toBe(1)
  await expect.poll(() => begun[0]!.signal.aborted).toBe(true)
})

it('never aborts the signal of a completed request', async () => {
  const { begun, client, received } = await bounded({ responseStartMs: 300 })
  client.write(gets(1))
  await expect.poll(() => begun.length).toBe(1)
  respond(begun[0]!)
  await expect.poll(() => bodiesIn(received())).toHaveLength(1)
  client.destroy()
  await once(client, 'close')
  expect(begun[0]!.signal.aborted).toBe(false)
})
