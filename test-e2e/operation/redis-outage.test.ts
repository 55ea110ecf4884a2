import { outageProxy, testRedis, type OutageProxy } from '@ken/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { distributedWorld, ownerEmail, type World } from '../support/distributed.ts'
import { startKen, type Server } from '../support/ken-program.ts'
import { searchWith } from '../support/surface.ts'

const started = new AsyncDisposableStack()
afterAll(() => started.disposeAsync())

const redis = await testRedis()

describe.skipIf(redis.url === null)('two processes whose Redis comes and goes', () => {
  let world: World
  let proxy: OutageProxy
  let servers: readonly Server[]

  beforeAll(async () => {
    const { env, ...rest } = started.use(await distributedWorld({ redis: true }))
    proxy = started.adopt(await outageProxy(env['KEN_REDIS_URL']!), ({ close }) => close())
    world = { ...rest, env: { ...env, KEN_REDIS_URL: proxy.url } }
    servers = await Promise.all(
      [1, 2].map(async () => started.use(await startKen(['http'], world))),
    )
  })

  const isRedisBack = async () => {
    const responses = await Promise.all(
      servers.map(async ({ url }) => (await fetch(`${url}/readyz`)).text()),
    )
    return responses.every((text) => !text.includes('away'))
  }

  /** Calls at both processes in turn, twenty at a time, until stopped. */
  function load(key: string) {
    const responses: { readonly at: number; readonly status: number; readonly ms: number }[] = []
    const over = new AbortController()
    let calls = 0
    const call = async () => {
      while (!over.signal.aborted) {
        const at = (calls += 1) % servers.length
        const startedAt = performance.now()
        const { status } = await searchWith(servers[at]!.url, key, 'anything')
        responses.push({ at, status, ms: performance.now() - startedAt })
      }
    }
    const callers = Array.from({ length: 20 }, call)
    const enough = async (count: number) => {
      const wanted = responses.length + count
      // The load goes on meanwhile, and to count is cheap.
      await expect.poll(() => responses.length, { interval: 10 }).toBeGreaterThanOrEqual(wanted)
    }
    const stop = async () => {
      over.abort()
      await Promise.all(callers)
      return responses
    }
    return { enough, stop }
  }

  it.each(['stopped', 'hung'] as const)(
    'R84 R9 respond under load while it is %s, each within the limit, and count together again without a restart',
    async (fault) => {
      const { key } = await world.createKey(ownerEmail)
      const { enough, stop } = load(key)
      await enough(30)
      if (fault === 'stopped') await proxy.cut()
      else proxy.freeze()
      await enough(300)
      expect((await fetch(`${servers[0]!.url}/readyz`)).status).toBe(200)
      await proxy.heal()
      await expect.poll(isRedisBack).toBe(true)
      await enough(100)
      const responses = await stop()
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 429]))
      expect(Math.max(...responses.map(({ ms }) => ms))).toBeLessThan(4_000)
      // Each process goes on alone from what it knew, and knows it still when Redis is back.
      for (const process of servers.keys()) {
        expect(
          responses.filter(({ at, status }) => at === process && status === 200).length,
        ).toBeLessThanOrEqual(60)
      }

      const fresh = await world.createKey(ownerEmail)
      const together = load(fresh.key)
      await together.enough(200)
      const accepted = (await together.stop()).filter(({ status }) => status === 200)
      expect(accepted).toHaveLength(60)
    },
    60_000,
  )
})
