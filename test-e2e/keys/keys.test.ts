import { testRedis } from '@ken/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { distributedWorld, type World } from '../support/distributed.ts'
import { startKenHere } from '../support/ken-here.ts'
import type { Server } from '../support/ken-program.ts'
import { addMemberWithPassword, member } from '../support/member.ts'
import { signIn, type Console } from '../support/session.ts'
import { searchWith } from '../support/surface.ts'
import { serversApart } from '../support/two-processes.ts'

const started = new AsyncDisposableStack()
afterAll(() => started.disposeAsync())

const redis = await testRedis()
const laptop = { name: 'laptop', expires_in_days: 30 }

type CreatedKey = { readonly id: string; readonly key: string }

describe.skipIf(redis.url === null)('the keys of a person on two processes', () => {
  let world: World
  let servers: readonly Server[]
  let session: Console

  beforeAll(async () => {
    world = started.use(await distributedWorld({ redis: true }))
    await addMemberWithPassword(world)
    servers = (await serversApart(world)).map((server) => started.use(server))
    session = await signIn(servers[0]!, member)
  })

  const createKey = async () =>
    (await (await session.post('/api/v1/me/keys', laptop)).json()) as CreatedKey
  const usageOf = async ({ id }: CreatedKey) =>
    (await (await session.get(`/api/v1/me/keys/${id}/usage`)).json()) as {
      readonly [counted: string]: number
    }

  it('R5 are refused in every process as soon as a revocation returns, even under load', async () => {
    const { id, key } = await createKey()
    let revokedAt = Number.POSITIVE_INFINITY
    const late: number[] = []
    const call = async (position: number) => {
      const startedAt = performance.now()
      const { status } = await searchWith(servers[position % 2]!.url, key, 'anything')
      if (startedAt > revokedAt) late.push(status)
    }
    // 50 calls before the end: the key's allowance must not be what refuses them.
    const calls = Array.from({ length: 20 }, (_, position) => call(position))
    const revocation = session.delete(`/api/v1/me/keys/${id}`).then(({ status }) => {
      revokedAt = performance.now()
      return status
    })
    calls.push(...Array.from({ length: 20 }, (_, position) => call(position)))
    expect(await revocation).toBe(204)
    calls.push(...Array.from({ length: 10 }, (_, position) => call(position)))
    await Promise.all(calls)
    expect(late.length).toBeGreaterThanOrEqual(10)
    expect(new Set(late)).toEqual(new Set([401]))
  })

  it("R11 are refused from the instant at which they expire by the database's clock", async () => {
    const { id, key } = await createKey()
    await world.sql(
      `update api_keys set expires_at = clock_timestamp() + interval '1 s' where id = $1`,
      [id],
    )
    expect((await searchWith(servers[1]!.url, key, 'anything')).status).toBe(200)
    await world.sql(`select pg_sleep_until(expires_at) from api_keys where id = $1`, [id])
    for (const { url } of servers) expect((await searchWith(url, key, 'anything')).status).toBe(401)
  })

  it('R10 have every call counted in all processes, even in one that stops right after it', async () => {
    const created = await createKey()
    const ending = await startKenHere(['http'], world)
    const all = [...servers, started.use(ending)]
    const responses = await Promise.all(
      Array.from({ length: 75 }, (_, position) =>
        searchWith(all[position % 3]!.url, created.key, 'anything'),
      ),
    )
    expect(await ending.stop()).toBe(0)
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(60)
    const counts = { total: 75, ok: 60, rate_limited: 15, denied: 0, failed: 0 }
    await expect.poll(() => usageOf(created)).toMatchObject(counts)
  })
})
