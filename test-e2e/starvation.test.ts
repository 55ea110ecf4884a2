import { randomApiKeySource } from '@ken/crypto'
import { outageProxy, type OutageProxy } from '@ken/testing'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { distributedWorld, ownerEmail, type World } from './support/distributed.ts'
import { startKen, type Server } from './support/ken-program.ts'
import { bearer, enrolOwner } from './support/session.ts'
import { post, searchWith } from './support/surface.ts'

const delayMs = 20
/** At which an act takes half a second. */
const farMs = 30
const atOnceMax = 20
const busyMs = 2_500
/** Below this, what is measured is the machine. */
const noticeableMs = 250
/** So is what does not happen again. */
const retry = 2
const keysCount = 20

const started = new AsyncDisposableStack()
let world: World
let server: Server
let token: string
let keys: readonly string[]
let proxy: OutageProxy

beforeAll(async () => {
  world = started.use(await distributedWorld())
  proxy = started.adopt(await outageProxy(world.env['KEN_DATABASE_URL']!), ({ close }) => close())
  const mail = { KEN_SMTP_URL: 'smtp://127.0.0.1:1', KEN_MAIL_FROM: 'ken@example.com' }
  const env = { ...world.env, ...mail, KEN_DATABASE_URL: proxy.url, KEN_LOG_LEVEL: 'error' }
  server = started.use(await startKen(['http'], { ...world, env }))
  token = (await enrolOwner(world, server)).step.access_token
  keys = await addKeys()
  proxy.delay(delayMs)
  await searches(500)
})
afterAll(() => started.disposeAsync())

/** Of one person, so many that none is asked more often than it may be. */
async function addKeys(): Promise<readonly string[]> {
  const made = Array.from({ length: keysCount }, () => randomApiKeySource().newApiKey())
  await world.sql(
    `insert into api_keys (id, owner_id, name, key_hash, prefix)
     select id, (select id from users where email = $1), 'bystander', hash, prefix
     from unnest($2::uuid[], $3::text[], $4::text[]) as key (id, hash, prefix)`,
    [ownerEmail, made.map(() => randomUUID()), made.map(({ digest }) => digest), made.map(({ prefix }) => prefix)],
  )
  return made.map(({ plain }) => plain)
}

let asked = 0
/** Searches by a bystander, one after the other; how long each took, from the shortest to the longest. */
async function searches(milliseconds: number): Promise<readonly number[]> {
  const taken: number[] = []
  const end = performance.now() + milliseconds
  while (performance.now() < end) {
    const begun = performance.now()
    const { status } = await searchWith(server.url, keys[(asked += 1) % keysCount]!, 'nothingmatchesthis')
    if (status !== 200) throw new Error(`a search got ${status}`)
    taken.push(performance.now() - begun)
    await sleep(20)
  }
  return taken.toSorted((left, right) => left - right)
}

const p99 = (taken: readonly number[]): number => taken[Math.ceil(taken.length * 0.99) - 1] ?? Infinity

/** Does something over and over, so many at once, until told to end; every status that came back. */
function crowd(act: () => Promise<Response>) {
  const statuses = new Set<number>()
  const over = new AbortController()
  const one = async () => {
    while (!over.signal.aborted) {
      const response = await act()
      await response.arrayBuffer()
      statuses.add(response.status)
    }
  }
  const all = Array.from({ length: atOnceMax }, one)
  return {
    end: async () => {
      over.abort()
      await Promise.all(all)
      return statuses
    },
  }
}

const person = () => `${randomUUID()}@example.com`
const list = () => `email,role\n${Array.from({ length: 10_000 }, () => `${person()},Member`).join('\n')}\n`
const upload = (body: string) =>
  fetch(`${server.url}/api/v1/admin/invitations/import`, {
    method: 'POST',
    body,
    headers: { ...bearer(token), 'content-type': 'text/csv' },
  })

const acts: { readonly [name: string]: () => Promise<Response> } = {
  invitations: () => post(`${server.url}/api/v1/admin/invitations`, { email: person(), role: 'Member' }, bearer(token)),
  'keys of one person': () => post(`${server.url}/api/v1/me/keys`, { name: 'crowd', expires_in_days: 30 }, bearer(token)),
  lists: () => fetch(`${server.url}/api/v1/admin/audit`, { headers: bearer(token) }),
  deactivations: () => post(`${server.url}/api/v1/admin/users/${randomUUID()}/deactivate`, {}, bearer(token)),
}

const statusOfReadiness = () =>
  fetch(`${server.url}/readyz`).then(
    ({ status }) => status,
    () => 0,
  )

/** What a bystander finds wrong while a crowd is busy. */
async function faultsBeside(busy: () => { readonly end: () => Promise<ReadonlySet<number>> }): Promise<readonly string[]> {
  const alone = p99(await searches(busyMs))
  const { end } = busy()
  const faults: string[] = []
  const watching = setInterval(() => {
    void statusOfReadiness().then((status) => status !== 200 && faults.push(`/readyz said ${status}`))
  }, 200)
  const taken = await searches(busyMs).catch((error: unknown) => String(error))
  clearInterval(watching)
  for (const status of await end()) if (status >= 500 && status !== 503) faults.push(`the crowd got ${status}`)
  if (typeof taken === 'string') return [...faults, taken]
  const beside = p99(taken)
  if (beside > 3 * Math.max(alone, noticeableMs)) faults.push(`a search took ${beside} ms, and ${alone} alone`)
  return faults
}

describe('twenty people who act at once', () => {
  it('are all served although each act takes half a second', { retry }, async () => {
    proxy.delay(farMs)
    const statuses = await Promise.all(Array.from({ length: atOnceMax }, async () => (await acts['invitations']!()).status))
    proxy.delay(delayMs)
    expect(new Set(statuses)).toEqual(new Set([201]))
  })
})

describe(`R12 with ${delayMs} ms to the database, searches of others stay within three times of alone, and the server ready,`, () => {
  it.each(Object.keys(acts))('beside %s, twenty at a time', { retry }, async (name) => {
    expect(await faultsBeside(() => crowd(acts[name]!))).toEqual([])
  })

  it('beside lists of 10,000, twenty at a time', { retry, timeout: 90_000 }, async () => {
    const bodies = Array.from({ length: atOnceMax }, list)
    const faults = await faultsBeside(() => {
      const all = Promise.all(bodies.map(upload))
      return { end: async () => new Set((await all).map(({ status }) => status)) }
    })
    expect(faults).toEqual([])
  })
})
