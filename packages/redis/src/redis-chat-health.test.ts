import { randomUUID } from 'node:crypto'
import { chatHealthContract } from '@ken/core/contracts'
import type { ListenerReport } from '@ken/core/ports'
import { recordingLog } from '@ken/core/testing'
import { outageProxy, testRedis } from '@ken/testing'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { connectRedis } from './redis-connection.ts'
import { redisChatHealth } from './redis-chat-health.ts'

const redis = await testRedis()
const url = redis.url ?? ''
const listening: ListenerReport = {
  state: 'listening',
  since: new Date('2030-01-02T03:04:05.006Z'),
}

describe.skipIf(redis.url === null)('redis', () => {
  chatHealthContract('redis', async () => {
    const connection = await connectRedis(url, recordingLog())
    const keyPrefix = `test:${randomUUID()}:`
    return {
      chatHealth: redisChatHealth(connection, { keyPrefix }),
      age: async (milliseconds) => {
        for (const key of await connection.client.keys(`${keyPrefix}*`))
          await connection.client.pexpire(key, (await connection.client.pttl(key)) - milliseconds)
      },
      close: connection.close,
    }
  })

  it('R84 returns nothing while Redis is unavailable, throws nothing, and continues when it is back', async () => {
    const proxy = await outageProxy(url)
    const connection = await connectRedis(proxy.url, recordingLog())
    onTestFinished(async () => {
      await connection.close()
      await proxy.close()
    })
    const health = redisChatHealth(connection, { keyPrefix: `test:${randomUUID()}:` })
    await health.beat('ken', listening)
    await proxy.cut()
    expect(await health.read('ken')).toBeNull()
    await health.beat('ken', listening)
    await health.remove('ken')
    await proxy.heal()
    await vi.waitUntil(connection.ping, { timeout: 30_000 })
    expect(await health.read('ken')).toEqual(listening)
  })
})
