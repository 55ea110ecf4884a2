import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { distributedWorld, ownerEmail, type World } from '../support/distributed.ts'
import { startKenHere } from '../support/ken-here.ts'
import { startKen, type Server } from '../support/ken-program.ts'
import { addMemberWithPassword, member } from '../support/member.ts'
import { bearer, sessionOf } from '../support/session.ts'
import { post, searchWith } from '../support/surface.ts'

const endsWithinMs = 1_000
const searchesPerPersonMax = 2
const started = new AsyncDisposableStack()
afterAll(() => started.disposeAsync())

let world: World
beforeAll(async () => {
  world = started.use(await distributedWorld())
  await addMemberWithPassword(world)
})

const serverWith = (env: { readonly [name: string]: string }): Promise<Server> =>
  startKenHere(['http'], { ...world, env: { ...world.env, ...env } })

/** Works while searches never end: another session holds the lock of the documents. */
async function whileSearchesHang(work: () => Promise<void>): Promise<void> {
  await world.sql('begin')
  await world.sql('lock table documents in access exclusive mode')
  try {
    await work()
  } finally {
    await world.sql('rollback')
  }
}

/** The number of statements that wait for the lock. */
async function countHanging(): Promise<number> {
  // Within one transaction, what was read first would be read again.
  await world.sql('select pg_stat_clear_snapshot()')
  const waiting = await world.sql(
    `select pid from pg_stat_activity where state = 'active' and wait_event_type = 'Lock' and datname = current_database()`,
  )
  return waiting.length
}

const hanging = (count: number) =>
  expect.poll(countHanging, { timeout: 10_000, interval: 20 }).toBe(count)
const noneHanging = (timeout: number) =>
  expect.poll(countHanging, { timeout, interval: 20 }).toBe(0)

const keyOf = async (email: string): Promise<string> => (await world.createKey(email)).key

describe('a search on a PostgreSQL server', () => {
  it('R156 ends in the database within a second after its caller has gone', async () => {
    await using server = await serverWith({ KEN_SEARCH_BUDGET_MS: '8000' })
    const headers = { ...bearer(await keyOf(ownerEmail)), 'content-type': 'application/json' }
    await whileSearchesHang(async () => {
      const caller = new AbortController()
      const abandoned = fetch(`${server.url}/public/v1/search`, {
        method: 'POST',
        headers,
        body: '{"query":"printer"}',
        signal: caller.signal,
      }).catch((error: unknown) => error)
      await hanging(1)
      caller.abort()
      expect(await abandoned).toBeInstanceOf(Error)
      await noneHanging(endsWithinMs)
    })
    await expect.poll(() => server.output.stderr).toContain('"event":"http.abandoned"')
    expect(server.output.stderr).not.toContain('"level":"warn"')
  })

  it('R156 gets 503 and ends in the database when its time is up, and the next one succeeds', async () => {
    await using server = await serverWith({ KEN_SEARCH_BUDGET_MS: '300' })
    const key = await keyOf(ownerEmail)
    await whileSearchesHang(async () => {
      const response = await searchWith(server.url, key, 'printer')
      expect(response.status).toBe(503)
      expect(response.headers.get('retry-after')).toBe('2')
      expect(await response.json()).toMatchObject({
        code: 'UNAVAILABLE',
        detail: expect.stringContaining('took longer than 0.3 s and was cancelled'),
      })
      expect(await countHanging()).toBe(0)
    })
    expect((await searchWith(server.url, key, 'printer')).status).toBe(200)
  })

  it('R156 ends in the database when its time is up although its server was killed', async () => {
    const env = { ...world.env, KEN_SEARCH_BUDGET_MS: '1500' }
    await using server = await startKen(['http'], { ...world, env })
    const key = await keyOf(ownerEmail)
    await whileSearchesHang(async () => {
      const abandoned = searchWith(server.url, key, 'printer').catch((error: unknown) => error)
      await hanging(1)
      await server.stop('SIGKILL')
      expect(await abandoned).toBeInstanceOf(Error)
      await noneHanging(1_500 + endsWithinMs)
    })
  })

  it('R170 is one of two of its person at a time over all keys and sessions, and waits for no one else', async () => {
    await using server = await serverWith({ KEN_SEARCH_BUDGET_MS: '8000' })
    const { token } = await sessionOf(server, member)
    const credentials = [token]
    while (credentials.length < 5) credentials.push(await keyOf(member.email))
    const other = await keyOf(ownerEmail)
    await whileSearchesHang(async () => {
      const searches = credentials.map((credential) =>
        searchWith(server.url, credential, 'printer'),
      )
      await hanging(searchesPerPersonMax)
      searches.push(searchWith(server.url, other, 'printer'))
      await hanging(searchesPerPersonMax + 1)
      // A sign-in needs no connection that they use.
      expect((await post(`${server.url}/login`, member)).status).toBe(200)
      expect(await countHanging()).toBe(searchesPerPersonMax + 1)
      await world.sql('rollback')
      const statuses = (await Promise.all(searches)).map(({ status }) => status)
      expect(statuses).toEqual(searches.map(() => 200))
    })
  })
})
