import { randomUUID } from 'node:crypto'
import { setTimeout as elapse } from 'node:timers/promises'
import { keyLimiterContract } from '@ken/core/contracts'
import { callWindows, type CallWindows, type KeyLimiter, type Log } from '@ken/core/ports'
import { outageProxy, testRedis } from '@ken/testing'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { connectRedis } from './redis-connection.ts'
import { redisKeyLimiter } from './redis-key-limiter.ts'

const redis = await testRedis()
const url = redis.url ?? ''
const take = async (limiter: KeyLimiter) =>
  (await limiter.take({ keyId: 'key_1', userId: null })).key
const allowed = (limiter: KeyLimiter, calls: number) =>
  Promise.all(Array.from({ length: calls }, () => take(limiter))).then(
    (allowances) => allowances.filter((allowance) => allowance?.allowed === true).length,
  )

/** One process: its connection, its limiter and its log. Its keys expire by themselves. */
async function openProcess(
  connectTo: string,
  keyPrefix: string,
  windows: CallWindows = callWindows,
) {
  const events: string[] = []
  const note = (event: string) => void events.push(event)
  const log: Log = { info: note, warn: note, error: note }
  const connection = await connectRedis(connectTo, log)
  return { connection, events, limiter: redisKeyLimiter(connection, windows, { keyPrefix }) }
}

/** A process whose connection to Redis can fail. */
async function openBehindProxy() {
  const proxy = await outageProxy(url)
  const process = await openProcess(proxy.url, `test:${randomUUID()}:`)
  onTestFinished(async () => {
    await process.connection.close()
    await proxy.close()
  })
  return { proxy, ...process }
}

describe.skipIf(redis.url === null)('redis', () => {
  keyLimiterContract('redis', async (windows) => {
    const { connection, limiter } = await openProcess(url, `test:${randomUUID()}:`, windows)
    return { limiter, elapse, close: connection.close }
  })

  it('R9 allows exactly 60 of 200 concurrent calls in two processes', async () => {
    const keyPrefix = `test:${randomUUID()}:`
    const processes = await Promise.all([openProcess(url, keyPrefix), openProcess(url, keyPrefix)])
    const counts = await Promise.all(processes.map(({ limiter }) => allowed(limiter, 100)))
    expect(counts.reduce((sum, count) => sum + count)).toBe(60)
    await Promise.all(processes.map(({ connection }) => connection.close()))
  })

  it('R152 allows a person exactly their calls in two processes', async () => {
    const keyPrefix = `test:${randomUUID()}:`
    const processes = await Promise.all([openProcess(url, keyPrefix), openProcess(url, keyPrefix)])
    const allowances = await Promise.all(
      Array.from({ length: 800 }, (_, call) =>
        processes[call % 2]!.limiter.take({
          keyId: call % 3 === 0 ? null : `key_${call % 100}`,
          userId: 'ada',
        }),
      ),
    )
    expect(allowances.filter(({ person }) => person?.allowed === true)).toHaveLength(600)
    await Promise.all(processes.map(({ connection }) => connection.close()))
  })

  it('R9 R152 counts concurrent calls in one command, each as if it came alone', async () => {
    const windows = {
      key: { limit: 1, windowSeconds: 60 },
      person: { limit: 3, windowSeconds: 60 },
    }
    const { connection, limiter } = await openProcess(url, `test:${randomUUID()}:`, windows)
    onTestFinished(connection.close)
    await limiter.take({ keyId: null, userId: 'bob' })
    const send = connection.client.sendCommand.bind(connection.client)
    let commands = 0
    connection.client.sendCommand = (...command) => {
      commands += 1
      return send(...command)
    }
    const call = (keyId: string | null, userId: string | null) => limiter.take({ keyId, userId })
    const taken = await Promise.all([
      call('key_1', 'ada'),
      call('key_1', 'ada'), // The key refuses, so it does not count for Ada.
      call(null, 'ada'),
      call('key_2', 'ada'),
      call('key_3', 'ada'),
      call('key_4', null),
    ])
    expect(commands).toBe(1)
    expect(
      taken.map(({ key, person }) => [key?.allowed ?? null, person?.remaining ?? null]),
    ).toEqual([
      [true, 2],
      [false, null],
      [null, 1],
      [true, 0],
      [true, 0],
      [true, null],
    ])
    expect(taken[4]?.person?.allowed).toBe(false)
    await Promise.all(Array.from({ length: 250 }, (_, key) => call(`other_${key}`, null)))
    expect(commands).toBe(1 + 3)
  })

  it("R152 counts in one round trip, and continues from a person's last count while Redis is down", async () => {
    const { proxy, limiter, connection } = await openBehindProxy()
    const call = { keyId: null, userId: 'ada' }
    for (let count = 0; count < 599; count += 1) await limiter.take(call)
    await proxy.cut()
    expect(await limiter.take(call)).toMatchObject({ person: { allowed: true, remaining: 0 } })
    expect(await limiter.take(call)).toMatchObject({ person: { allowed: false } })
    expect(await connection.ping()).toBe(false)
  })

  it('R84 continues from the last counts, at the same limit, while Redis is down, and recovers', async () => {
    const { proxy, limiter, connection, events } = await openBehindProxy()
    expect(await allowed(limiter, 50)).toBe(50)
    await proxy.cut()
    expect(await allowed(limiter, 100)).toBe(10)
    expect(await connection.ping()).toBe(false)
    await proxy.heal()
    await vi.waitUntil(connection.ping, { timeout: 30_000 })
    expect(await allowed(limiter, 100)).toBe(0)
    expect(events).toEqual(['redis.away', 'redis.back'])
  })

  it('R84 allows no second 60 in the window of a Redis that lost its data, and uses it afterwards', async () => {
    const keyPrefix = `test:${randomUUID()}:`
    const windows = { ...callWindows, key: { limit: 60, windowSeconds: 3 } }
    const [first, second] = await Promise.all([
      openProcess(url, keyPrefix, windows),
      openProcess(url, keyPrefix, windows),
    ])
    expect(await allowed(first.limiter, 40)).toBe(40)
    await first.connection.client.del(`${keyPrefix}calls:key_1`)
    expect(await allowed(first.limiter, 100)).toBe(20)
    await vi.waitUntil(async () => (await take(first.limiter))?.allowed === true, {
      timeout: 30_000,
      interval: 50,
    })
    const counts = await Promise.all([first, second].map(({ limiter }) => allowed(limiter, 100)))
    expect(counts.reduce((sum, count) => sum + count)).toBe(59)
    await Promise.all([first, second].map(({ connection }) => connection.close()))
  })

  it('R84 waits less than 2 s for a hung Redis, and then not at all', async () => {
    const { proxy, limiter, connection, events } = await openBehindProxy()
    proxy.freeze()
    const start = performance.now()
    expect(await allowed(limiter, 100)).toBe(60)
    expect(performance.now() - start).toBeLessThan(2_000)
    await vi.waitUntil(() => connection.client.status !== 'ready')
    const known = performance.now()
    expect(await allowed(limiter, 100)).toBe(0)
    expect(performance.now() - known).toBeLessThan(1_000)
    await proxy.heal()
    await vi.waitUntil(connection.ping, { timeout: 30_000 })
    expect(events).toEqual(['redis.away', 'redis.back'])
  })

  it('R84 counts calls once whose replies were lost, although Redis receives them later', async () => {
    const { proxy, limiter, connection } = await openBehindProxy()
    expect(await allowed(limiter, 10)).toBe(10)
    proxy.freeze()
    expect(await allowed(limiter, 10)).toBe(10)
    await proxy.heal()
    await vi.waitUntil(connection.ping, { timeout: 30_000 })
    expect(await allowed(limiter, 100)).toBe(40)
  })

  it('R84 starts while Redis is unavailable, and uses it once it is available', async () => {
    const proxy = await outageProxy(url)
    await proxy.cut()
    const { connection, limiter, events } = await openProcess(proxy.url, `test:${randomUUID()}:`)
    expect(await allowed(limiter, 100)).toBe(60)
    await proxy.heal()
    await vi.waitUntil(connection.ping, { timeout: 30_000 })
    expect(events).toEqual(['redis.away', 'redis.back'])
    await connection.close()
    await proxy.close()
  })

  it('R84 starts although Redis accepts the connection and does not reply', async () => {
    const proxy = await outageProxy(url)
    proxy.freeze()
    const start = performance.now()
    const { connection, limiter } = await openProcess(proxy.url, `test:${randomUUID()}:`)
    expect(await take(limiter)).toMatchObject({ allowed: true, remaining: 59 })
    expect(performance.now() - start).toBeLessThan(2_000)
    await connection.close()
    await proxy.close()
  })

  it('logs nothing when it is closed', async () => {
    const { connection, events } = await openProcess(url, `test:${randomUUID()}:`)
    expect(await connection.ping()).toBe(true)
    await connection.close()
    expect(events).toEqual([])
  })
})
