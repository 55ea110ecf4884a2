import { answerModelDouble, testRedis, type AnswerModelDouble } from '@ken/testing'
import { Redis } from 'ioredis'
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { distributedWorld, ownerEmail, type World } from '../support/distributed.ts'
import { kenHere, kenJsonHere, startKenHere } from '../support/ken-here.ts'
import { ken, startKen, type Server } from '../support/ken-program.ts'
import { post, search, searchWith } from '../support/surface.ts'

const started = new AsyncDisposableStack()
afterAll(() => started.disposeAsync())

const redis = await testRedis()

describe.skipIf(redis.url === null)('three processes on one database', () => {
  let world: World
  let servers: Server[]
  let model: AnswerModelDouble

  beforeAll(async () => {
    model = started.adopt(await answerModelDouble(), ({ close }) => close())
    world = started.use(await distributedWorld({ redis: true }))
    const env = { ...world.env, KEN_MODEL_URL: model.url, KEN_MODEL: 'words' }
    servers = await Promise.all(
      [startKen, startKen, startKenHere].map(async (start) =>
        started.use(await start(['http'], { ...world, env })),
      ),
    )
    const page = { external_id: 'printer', source: 'wiki', title: 'Printer', allowed: ['everyone'] }
    const input = JSON.stringify({ ...page, url: 'https://wiki.example.com/1', body: 'Floor two.' })
    await kenJsonHere(['import', '-'], { ...world, input })
  })

  it('R9 accept exactly 60 of 200 concurrent calls with one key', async () => {
    const { key } = await world.createKey(ownerEmail)
    const responses = await Promise.all(
      Array.from({ length: 200 }, (_, position) =>
        searchWith(servers[position % 3]!.url, key, 'anything'),
      ),
    )
    const accepted = responses.filter(({ status }) => status === 200)
    const refused = responses.filter(({ status }) => status === 429)
    expect([accepted.length, refused.length]).toEqual([60, 140])
    expect(refused[0]?.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(accepted[0]?.headers.get('ratelimit-policy')).toBe(
      '"key";q=60;w=60, "person";q=600;w=60',
    )
  })

  it('R5 refuse a revoked key on every request that starts after the revocation', async () => {
    const { key, id } = await world.createKey(ownerEmail)
    let revokedAt = Number.POSITIVE_INFINITY
    const late: number[] = []
    const calls: Promise<void>[] = []
    const call = async (server: Server) => {
      const startedAt = performance.now()
      const { status } = await searchWith(server.url, key, 'anything')
      if (startedAt > revokedAt) late.push(status)
    }
    const revocation = kenHere(['keys', 'revoke', id], world).then(({ code }) => {
      revokedAt = performance.now()
      return code
    })
    // 45 calls: the key's allowance must not be what refuses them.
    for (let round = 0; round < 15 || revokedAt === Number.POSITIVE_INFINITY; round += 1) {
      if (round < 15) calls.push(...servers.map(call))
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect(await revocation).toBe(0)
    calls.push(...servers.map(call))
    await Promise.all(calls)
    expect(late.length).toBeGreaterThanOrEqual(3)
    expect(new Set(late)).toEqual(new Set([401]))
  })

  /** Asks a hundred questions at once in two processes; how many the model got, and how many of them at a time. */
  async function askAtOnce(keys: readonly string[]) {
    model.behave({ says: 'On floor two [1].', firstMs: 400 })
    const before = model.requests.length
    let atOnce = 0
    const watching = setInterval(() => (atOnce = Math.max(atOnce, model.inFlight())), 5)
    const responses = await Promise.all(
      Array.from({ length: 100 }, async (_, position) => {
        const { url } = servers[position % 2]!
        const headers = { authorization: `Bearer ${keys[position % keys.length]!}` }
        const asked = { question: 'Where is the printer?' }
        const response = await post(`${url}/public/v1/ask`, asked, headers)
        const wait = response.headers.get('retry-after')
        return { status: response.status, wait, text: await response.text() }
      }),
    )
    clearInterval(watching)
    return { responses, atOnce, answered: model.requests.length - before }
  }

  it('R235 hand the model at most ten of a hundred questions with one key, and four at a time each', async () => {
    const { key } = await world.createKey(ownerEmail)
    const { responses, answered, atOnce } = await askAtOnce([key])
    const beyond = responses.filter(({ text }) =>
      /(?:60 requests|10 questions) per minute/.test(text),
    )
    expect(beyond).toHaveLength(90)
    expect(beyond.filter(({ text }) => text.includes('60 requests'))).toHaveLength(40)
    expect(beyond).toEqual(beyond.map((refused) => ({ ...refused, status: 429 })))
    const rest = responses.filter((response) => !beyond.includes(response))
    expect(new Set(rest.map(({ status }) => status)).difference(usual).size).toBe(0)
    expect(rest.filter(({ status }) => status === 200)).toHaveLength(answered)
    expect(answered).toBeGreaterThan(0)
    expect(atOnce).toBeLessThanOrEqual(8)
  })

  it('R235 hand the model eight questions of fifty people at a time each, and let the others wait', async () => {
    const emails = Array.from({ length: 50 }, (_, place) => `asks-${place}@example.com`)
    const keys: string[] = []
    for (const email of emails) {
      await world.addMember(email)
      keys.push((await world.createKey(email)).key)
    }
    const { responses, answered, atOnce } = await askAtOnce(keys)
    expect(atOnce).toBeLessThanOrEqual(16)
    expect(answered).toBeGreaterThan(8)
    const refused = responses.filter(({ status }) => status !== 200)
    expect(refused.map(({ status, wait }) => [status, Number(wait) > 0])).toEqual(
      refused.map(() => [503, true]),
    )
  })

  it('R10 write no word of a query to a log, table, queue or Redis key', async () => {
    const canary = `canary${randomBytes(8).toString('hex')}`
    const [{ key }, { key: service }] = [
      await world.createKey(ownerEmail),
      await kenJsonHere<{ key: string }>(
        ['keys', 'create-service', '--source', 'bot_gateway', '--name', 'bot'],
        world,
      ),
    ]
    for (const [position, credential] of [key, service, `${key}x`].entries()) {
      const { url } = servers[position]!
      const headers = { authorization: `Bearer ${credential}`, 'ken-on-behalf-of': canary }
      for (const body of [
        { query: canary },
        { query: canary, limit: canary },
        { [canary]: canary },
        [canary],
      ]) {
        await searchWith(url, credential, canary)
        await post(`${url}/public/v1/search?${canary}=${canary}`, body, headers)
      }
    }
    // Usage and allowances are stored by now.
    const counted = `select coalesce(sum(total), 0)::int as total from api_key_usage join api_keys on id = key_id where key_hash in ($1, $2)`
    const digests = [key, service].map((plain) => createHash('sha256').update(plain).digest('hex'))
    await expect.poll(async () => (await world.sql(counted, digests))[0]?.['total']).toBe(16)

    for (const { output } of servers) expect(output.stdout + output.stderr).not.toContain(canary)
    const tables = await world.sql(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    expect(tables.map(({ name }) => name)).toContain('pgboss.job')
    for (const { name } of tables) {
      expect(
        await world.sql(`select 1 from ${String(name)} as t where t::text like '%${canary}%'`),
      ).toEqual([])
    }
    expect(await everythingIn(redis.url!)).not.toContain(canary)
  })

  it('R6 show a person who left a group none of its documents from the next search on, even under load', async () => {
    const page = {
      external_id: 'plan',
      source: 'wiki',
      title: 'Plan',
      url: 'https://wiki.example.com/plan',
      body: 'zephyr',
    }
    const input = JSON.stringify({ ...page, allowed: ['group:planners'] })
    await kenJsonHere(['import', '-'], { ...world, input })
    const id = await world.addMember('heidi@example.com')
    await world.sql(`insert into groups (slug) values ('planners')`)
    await world.sql(`insert into group_members (slug, user_id) values ('planners', $1)`, [id])
    const { key } = await world.createKey('heidi@example.com')
    let leftAt = Number.POSITIVE_INFINITY
    const found = { before: 0, after: [] as number[] }
    const call = async (position: number) => {
      const startedAt = performance.now()
      const { results } = await search(servers[position % 3]!.url, key, 'zephyr')
      if (startedAt > leftAt) found.after.push(results.length)
      else found.before += results.length
    }
    const calls = (count: number) => Array.from({ length: count }, (_, position) => call(position))
    await call(0)
    const under = calls(20)
    await world.sql('delete from group_members where user_id = $1', [id])
    leftAt = performance.now()
    await Promise.all([...under, ...calls(30)])
    expect(found.before).toBeGreaterThan(0)
    expect(found.after).toEqual(Array.from({ length: 30 }, () => 0))
  })

  it('R6 apply a deactivation and a changed role of the owner on the next call', async () => {
    await world.addMember('grace@example.com')
    const { key } = await world.createKey('grace@example.com')
    expect((await searchWith(servers[0]!.url, key, 'anything')).status).toBe(200)
    await world.sql(`update users set status = 'deactivated' where email = 'grace@example.com'`)
    for (const server of servers)
      expect((await searchWith(server.url, key, 'anything')).status).toBe(401)
  })
})

/** A busy machine may also refuse a search. */
const usual = new Set([200, 429, 503])

/** Every key of a Redis that many use, with its value. */
async function everythingIn(url: string): Promise<string> {
  const client = new Redis(url)
  const texts: string[] = []
  for await (const names of client.scanStream({ count: 1_000 }) as AsyncIterable<string[]>) {
    const values =
      names.length === 0
        ? []
        : await Promise.all(names.map((name) => client.get(name).catch(() => null)))
    texts.push(JSON.stringify([names, values]))
  }
  await client.quit()
  if (!texts.join().includes('ken:calls')) throw new Error('no allowance of a key was found')
  return texts.join()
}

describe('a second process without Redis', () => {
  it('refuses to start, and says what it needs', async () => {
    const world = started.use(await distributedWorld({ owner: false }))
    const first = started.use(await startKenHere(['http'], world))
    const second = await ken(['http'], { ...world, env: { ...world.env, KEN_PORT: '0' } })
    expect(second.code).toBe(1)
    expect(second.stderr).toContain('KEN_REDIS_URL')
    expect(await first.stop()).toBe(0)
  })
})
