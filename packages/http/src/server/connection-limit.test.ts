import { once } from 'node:events'
import { connect, createServer, Socket, type AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { limitConnections } from './connection-limit.ts'

async function capped(isExempt: boolean) {
  const server = createServer((socket) => setImmediate(() => socket.write('hello')))
  limitConnections(server, { socketsPerAddressMax: 2, isExempt: () => isExempt })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const open = async () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    const received = once(socket, 'data').then(() => true)
    return {
      socket,
      served: await Promise.race([received, once(socket, 'close').then(() => false)]),
    }
  }
  return { open, close: () => server.close() }
}

it('R90 limits the connections of one address, and accepts another after one has closed', async () => {
  const { open, close } = await capped(false)
  const [first, second, third] = [await open(), await open(), await open()]
  expect([first.served, second.served, third.served]).toEqual([true, true, false])
  for (const { socket } of [first, second]) socket.destroy()
  // The server is notified of the end later; until then refused connections leave no trace.
  const opened = []
  while (opened.length < 2) {
    const next = await open()
    if (next.served) opened.push(next)
  }
  expect((await open()).served).toBe(false)
  for (const { socket } of opened) socket.destroy()
  close()
})

/** Whether the server keeps a connection from a peer. */
function isKept(server: ReturnType<typeof createServer>, remoteAddress: string): boolean {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress })
  server.emit('connection', socket)
  return !socket.destroyed
}

it('R23 R90 counts IPv6 by /64, all spellings of an address as one, and other networks separately', () => {
  const server = createServer()
  limitConnections(server, { socketsPerAddressMax: 2, isExempt: () => false })
  const peers = [
    '2001:db8::1',
    '2001:db8::2',
    '2001:db8:0:0:ffff::3',
    '2001:0db8::1',
    '2001:db8:0:1::1',
  ]
  expect(peers.map((peer) => isKept(server, peer))).toEqual([true, true, false, false, true])
  const mapped = ['192.0.2.7', '::ffff:192.0.2.7', '::ffff:c000:207', '192.0.2.8']
  expect(mapped.map((peer) => isKept(server, peer))).toEqual([true, true, false, true])
})

it('does not count peers with many clients', async () => {
  const { open, close } = await capped(true)
  const all = [await open(), await open(), await open(), await open()]
  expect(all.every(({ served }) => served)).toBe(true)
  for (const { socket } of all) socket.destroy()
  close()
})
