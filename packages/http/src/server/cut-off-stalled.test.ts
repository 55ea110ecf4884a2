import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { cutOffStalled } from './cut-off-stalled.ts'
import { limitRequests } from './request-limits.ts'

/** A busy machine stops a process for hundreds of milliseconds. */
const stalledMs = 1_500
/** More than the buffers of two sockets. */
const body = Buffer.alloc(32 * 1024 * 1024, 'x')

/** A server that responds as the test wants, and a client that has sent a request. */
async function asked(
  respond: (response: ServerResponse) => void,
  limit: { readonly stalledMs: number } = { stalledMs },
) {
  const server = createServer()
  const limits = { requestsPerSocketMax: 8, responseStartMs: 60_000 }
  const { begin, inFlight } = limitRequests(server, limits)
  cutOffStalled(server, inFlight, limit)
  server.on('request', (incoming, response) => begin(incoming, response, () => respond(response)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.closeAllConnections())
  onTestFinished(() => void server.close())
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => {})
  const [socket] = (await once(server, 'connection')) as [Socket]
  let closed = false
  socket.once('close', () => (closed = true))
  client.write('GET / HTTP/1.1\r\nHost: ken\r\n\r\n')
  return { client, isClosed: () => closed }
}

/** Does it every 100 ms until the test ends. */
function repeatedly(act: () => void): void {
  const timer = setInterval(act, 100)
  onTestFinished(() => clearInterval(timer))
}

it('R90 disconnects a client that takes nothing of a response', async () => {
  const { client, isClosed } = await asked((response) => response.end(body))
  client.pause()
  await expect.poll(isClosed, { timeout: 10_000 }).toBe(true)
})

it('R90 disconnects it also if it sends blank lines, which Node.js reads without a request', async () => {
  const { client, isClosed } = await asked((response) => response.end(body))
  client.pause()
  repeatedly(() => client.write('\r\n'))
  await expect.poll(isClosed, { timeout: 10_000 }).toBe(true)
})

it('R90 disconnects it also if it takes a little again and again', async () => {
  const { client, isClosed } = await asked((response) => response.end(body))
  client.on('readable', () => {})
  repeatedly(() => client.read(128 * 1024) ?? client.read())
  await expect.poll(isClosed, { timeout: 10_000 }).toBe(true)
})

const respondLate = async (response: ServerResponse): Promise<void> => {
  await sleep(1.5 * stalledMs)
  response.write('begun')
  await sleep(1.5 * stalledMs)
  response.end('ended')
}

const respondInParts = async (response: ServerResponse): Promise<void> => {
  const part = body.subarray(0, 1024 * 1024)
  for (let sent = 0; sent < body.length; sent += part.length)
    if (!response.write(part)) await once(response, 'drain')
  response.end()
}

it('sends a whole stream to a client that takes it slowly', { timeout: 90_000 }, async () => {
  // Each part takes a tenth of it, and all of them take several times as long.
  const limit = { stalledMs: 3_000 }
  const { client } = await asked((response) => void respondInParts(response), limit)
  let received = 0
  client.on('data', (chunk) => {
    received += chunk.length
    client.pause()
    setTimeout(() => client.resume(), 15)
  })
  await expect.poll(() => received, { timeout: 60_000, interval: 100 }).toBeGreaterThan(body.length)
})

it('waits for a response that takes longer, and between the parts of a stream', async () => {
  const { client, isClosed } = await asked((response) => void respondLate(response))
  let received = ''
  client.on('data', (chunk) => (received += chunk.toString()))
  await expect.poll(() => received, { timeout: 20_000 }).toContain('ended')
  expect(isClosed()).toBe(false)
})
