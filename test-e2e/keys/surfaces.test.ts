import { testRedis } from '@ken/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { distributedWorld, type World } from '../support/distributed.ts'
import { kenHere, kenJsonHere } from '../support/ken-here.ts'
import type { Server } from '../support/ken-program.ts'
import { addMemberWithPassword, member } from '../support/member.ts'
import { signIn, type Console } from '../support/session.ts'
import { post, type SearchAnswer } from '../support/surface.ts'
import { serversApart } from '../support/two-processes.ts'

const started = new AsyncDisposableStack()
afterAll(() => started.disposeAsync())

const redis = await testRedis()

describe.skipIf(redis.url === null)('a chat surface on two processes', () => {
  let world: World
  let servers: readonly Server[]
  let session: Console

  beforeAll(async () => {
    world = started.use(await distributedWorld({ redis: true }))
    await addMemberWithPassword(world)
    const lines = [
      {
        external_id: 'open',
        source: 'wiki',
        title: 'Travel',
        body: 'Book trains early.',
        allowed: ['everyone'],
      },
      {
        external_id: 'board',
        source: 'wiki',
        title: 'Travel of the board',
        body: 'Flights.',
        allowed: ['role:Owner'],
      },
    ].map((line) =>
      JSON.stringify({ url: `https://wiki.example.com/${line.external_id}`, ...line }),
    )
    const input = lines.join('\n')
    const imported = await kenHere(['import', '-'], { ...world, input })
    if (imported.code !== 0) throw new Error(imported.stderr)
    servers = (await serversApart(world)).map((server) => started.use(server))
    session = await signIn(servers[0]!, member)
  })

  const createKey = (source: string) =>
    kenJsonHere<{ id: string; key: string }>(
      ['keys', 'create-service', '--source', source, '--name', 'bot'],
      world,
    )
  const newCode = async (chosen: { readonly source?: string } = {}) =>
    ((await (await session.post('/api/v1/me/link-codes', chosen)).json()) as { code: string }).code
  /** Calls as the surface, at one process and then at the other. */
  const callerWith = (key: string) => {
    let calls = 0
    return (path: string, body: object, headers: Record<string, string> = {}) =>
      post(`${servers[(calls += 1) % 2]!.url}${path}`, body, {
        authorization: `Bearer ${key}`,
        ...headers,
      })
  }

  it('links a sender by a code from the web, finds what they may see, and stops when they unlink', async () => {
    const { id, key } = await createKey('bot_gateway')
    const call = callerWith(key)
    const ask = () => call('/public/v1/search', { query: 'travel' }, { 'ken-on-behalf-of': 'U1' })
    expect((await ask()).status).toBe(403)
    expect(
      (await call('/api/v1/surfaces/link', { external_id: 'U1', code: await newCode() })).status,
    ).toBe(200)
    for (const _ of servers) {
      const { results } = (await (await ask()).json()) as SearchAnswer
      expect(results.map(({ title }) => title)).toEqual(['Travel'])
    }
    const { data } = (await (await session.get('/api/v1/me/identities')).json()) as {
      data: { id: string }[]
    }
    expect((await session.delete(`/api/v1/me/identities/${data[0]!.id}`)).status).toBe(204)
    for (const _ of servers) expect((await ask()).status).toBe(403)
    expect((await kenHere(['keys', 'revoke', id], world)).code).toBe(0)
    for (const _ of servers) expect((await ask()).status).toBe(401)
  })

  it('R63 links exactly one of 20 senders who present the same code concurrently', async () => {
    const call = callerWith((await createKey('bot_gateway')).key)
    const code = await newCode()
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, sender) =>
        call('/api/v1/surfaces/link', { external_id: `S${sender}`, code }),
      ),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    const refusals = responses.filter(({ status }) => status === 403)
    const texts = await Promise.all(refusals.map((response) => response.text()))
    expect(new Set(texts.map((text) => text.replace(/"request_id":"[^"]*"/, ''))).size).toBe(1)
    expect(refusals).toHaveLength(19)
  })

  it('R64 checks five concurrent wrong codes of one sender, and then refuses the right one', async () => {
    const { key } = await createKey('bot_gateway')
    const call = callerWith(key)
    const decision = (code: string) =>
      call('/api/v1/surfaces/link', { external_id: 'guesser', code })
    await Promise.all(Array.from({ length: 10 }, (_, position) => decision(`AAAA-000${position}`)))
    expect((await decision(await newCode())).status).toBe(403)
    const [budget] = await world.sql(
      `select failures from guess_budgets where bucket = 'external_id:bot_gateway:guesser'`,
    )
    expect(budget).toEqual({ failures: 5 })
    expect(
      (await call('/api/v1/surfaces/link', { external_id: 'another', code: await newCode() }))
        .status,
    ).toBe(200)
  })

  it('R148 is refused by both processes once the Owner responsible for its key leaves, and not before', async () => {
    const { key } = await createKey('portal')
    const call = callerWith(key)
    const resolve = async (external_id: string) =>
      (await call('/api/v1/surfaces/resolve', { external_id })).status
    expect(
      (await call('/api/v1/surfaces/link', { external_id: 'W1', code: await newCode() })).status,
    ).toBe(200)
    await world.addMember('owen@example.com')
    expect(await resolve('W1')).toBe(200)
    await world.sql(`update users set role = 'Owner' where email = 'owen@example.com'`)
    await world.sql(
      `update api_keys set created_by = (select id from users where email = 'owen@example.com') where source = 'portal'`,
    )
    for (const _ of servers) expect(await resolve('W1')).toBe(200)
    expect((await kenHere(['users', 'deactivate', 'owen@example.com'], world)).code).toBe(0)
    for (const _ of servers) expect(await resolve('W1')).toBe(401)
  })

  it('R63 R148 redeems no code for another platform, and stops working once Ken serves its platform itself', async () => {
    const call = callerWith((await createKey('zzz_other')).key)
    const link = async (external_id: string, source: string) =>
      (await call('/api/v1/surfaces/link', { external_id, code: await newCode({ source }) })).status
    expect([await link('Z1', 'teamchat'), await link('Z1', 'zzz_other')]).toEqual([403, 200])
    const refused = await kenHere(
      ['keys', 'create-service', '--source', 'teamchat', '--name', 'bot'],
      world,
    )
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('one that Ken serves itself'),
    ])
    await world.sql(`update api_keys set source = 'teamchat' where source = 'zzz_other'`)
    for (const _ of servers) expect(await link('Z2', 'teamchat')).toBe(401)
  })
})
