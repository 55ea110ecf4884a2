import { callWindows } from '@ken/core/ports'
import { recordingLog } from '@ken/core/testing'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { connectRedis } from './redis-connection.ts'
import { redisKeyLimiter } from './redis-key-limiter.ts'

const writes = ['set', 'evalsha', 'eval']

/** A Redis that responds, and refuses to write as long as `refusal` says so. */
async function refusingRedis(first: string) {
  const state: { refusal: string | null } = { refusal: first }
  const sockets: Socket[] = []
  const replyTo = (command: string): string => {
    if (command === 'info') return '$0\r\n\r\n'
    if (!writes.includes(command)) return '+OK\r\n'
    if (state.refusal !== null) return `-${state.refusal}\r\n`
    return command === 'set' ? '+OK\r\n' : '*2\r\n:1\r\n:60000\r\n'
  }
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    socket.on('data', (data) => {
      for (const [, command] of data.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/g))
        socket.write(replyTo(command!.toLowerCase()))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const log = recordingLog()
  const connection = await connectRedis(
    `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log,
  )
  onTestFinished(async () => {
    await connection.close()
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { state, connection, events: () => log.lines.map(({ event }) => event) }
}

it.each([
  'OOM command not allowed when used memory > maxmemory.',
  "READONLY You can't write against a read only replica.",
])(
  'R84 reports once that Redis refuses to write, and once that it writes again: %s',
  async (refusal) => {
    const { state, connection, events } = await refusingRedis(refusal)
    const limiter = redisKeyLimiter(connection, callWindows)
    const take = async () => (await limiter.take({ keyId: 'key_1', userId: null })).key?.remaining
    for (let left = 59; left > 55; left -= 1) {
      // A connection that was refused as read-only is replaced: the address may lead to the primary now.
      await vi.waitUntil(() => connection.client.status === 'ready')
      expect(await take()).toBe(left)
      await connection.attempt(
        () => connection.client.get('state'),
        async () => null,
      )
      expect(await connection.ping()).toBe(false)
    }
    expect(events()).toEqual(['redis.away'])
    state.refusal = null
    await vi.waitUntil(connection.ping)
    expect(events()).toEqual(['redis.away', 'redis.back'])
  },
)

it('R84 reports a replica once, although commands fail while its connection is replaced', async () => {
  const { state, connection, events } = await refusingRedis('READONLY This is a replica.')
  const limiter = redisKeyLimiter(connection, callWindows)
  const take = () => limiter.take({ keyId: 'key_1', userId: null })
  for (let replaced = 0; replaced < 3; replaced += 1) {
    const reconnecting = once(connection.client, 'reconnecting')
    await take()
    await reconnecting
    const ready = once(connection.client, 'ready')
    await take()
    await ready
  }
  expect(events()).toEqual(['redis.away'])
  state.refusal = null
  // Without a check of the health, calls find that it is over.
  await take()
  await vi.waitUntil(() => events().includes('redis.back'))
  expect(events()).toEqual(['redis.away', 'redis.back'])
})
