import { testRedis } from '@ken/testing'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { distributedWorld, type World } from './support/distributed.ts'
import { ken, kenJson, startKen, type Server } from './support/ken-program.ts'
import { addMemberWithPassword, member } from './support/member.ts'
import { signIn, type Console } from './support/session.ts'
import { post, type SearchAnswer } from './support/surface.ts'

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
      { external_id: 'open', source: 'wiki', title: 'Travel', body: 'Book trains early.', allowed: ['everyone'] },
      { external_id: 'board', source: 'wiki', title: 'Travel of the board', body: 'Flights.', allowed: ['role:Owner'] },
    ].map((line) => JSON.stringify({ url: `https://wiki.example.com/${line.external_id}`, ...line }))
    writeFileSync(join(world.cwd, 'wiki.jsonl'), lines.join('\n'))
    const imported = await ken(['import', 'wiki.jsonl'], world)
    if (imported.code !== 0) throw new Error(imported.stderr)
    servers = await Promise.all([1, 2].map(async () => started.use(await startKen(['http'], world))))
    session = await signIn(servers[0]!, member)
  })

  const createKey = (source: string) =>
    kenJson<{ id: string; key: string }>(['keys', 'create-service', '--source', source, '--name', 'bot'], world)
  const newCode = async () => ((await (await session.post('/api/v1/me/link-codes', {})).json()) as { code: string }).code
  /** Calls as the surface, at one process and then at the other. */
  const callerWith = (key: string) => {
    let calls = 0
    return (path: string, body: object, headers: Record<string, string> = {}) =>
      post(`${servers[(calls += 1) % 2]!.url}${path}`, body, { authorization: `Bearer ${key}`, ...headers })
  }

  it('links somebody by a code from the web, finds what they may see, and stops when they unlink', async () => {
    const { id, key } = await createKey('teamchat')
    const call = callerWith(key)
    const ask = () => call('/public/v1/search', { query: 'travel' }, { 'ken-on-behalf-of': 'U1' })
    expect((await ask()).status).toBe(403)
    expect((await call('/api/v1/surfaces/link', { external_id: 'U1', code: await newCode() })).status).toBe(200)
    for (const _ of servers) {
      const { results } = (await (await ask()).json()) as SearchAnswer
      expect(results.map(({ title }) => title)).toEqual(['Travel'])
    }
    const { data } = (await (await session.get('/api/v1/me/identities')).json()) as { data: { id: string }[] }
    expect((await session.delete(`/api/v1/me/identities/${data[0]!.id}`)).status).toBe(204)
    for (const _ of servers) expect((await ask()).status).toBe(403)
    expect((await ken(['keys', 'revoke', id], world)).code).toBe(0)
    for (const _ of servers) expect((await ask()).status).toBe(401)
  })

  it('R63 links one of 20 senders who present one code at once', async () => {
    const call = callerWith((await createKey('bot_messenger')).key)
    const code = await newCode()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, sender) => call('/api/v1/surfaces/link', { external_id: `S${sender}`, code })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refusals = answers.filter(({ status }) => status === 403)
    const texts = await Promise.all(refusals.map((answer) => answer.text()))
    expect(new Set(texts.map((text) => text.replace(/"request_id":"[^"]*"/, ''))).size).toBe(1)
    expect(refusals).toHaveLength(19)
  })

  it('R64 judges five wrong codes of one sender at once, and then not the right one', async () => {
    const { key } = await createKey('teamchat')
    const call = callerWith(key)
    const guess = (code: string) => call('/api/v1/surfaces/link', { external_id: 'guesser', code })
    await Promise.all(Array.from({ length: 10 }, (_, position) => guess(`AAAA-000${position}`)))
    expect((await guess(await newCode())).status).toBe(403)
    const [budget] = await world.sql(`select failures from guess_budgets where bucket = 'external_id:teamchat:guesser'`)
    expect(budget).toEqual({ failures: 5 })
    expect((await call('/api/v1/surfaces/link', { external_id: 'another', code: await newCode() })).status).toBe(200)
  })

  it('keeps working when whoever created its key leaves', async () => {
    const { key } = await createKey('workspace_chat')
    await world.sql(`update api_keys set created_by = (select id from users where email = $1) where source = 'workspace_chat'`, [
      member.email,
    ])
    const call = callerWith(key)
    const resolve = (external_id: string, email: string) => call('/api/v1/surfaces/resolve', { external_id, email })
    await world.addMember('kate@example.com')
    expect((await resolve('W1', 'kate@example.com')).status).toBe(200)
    await world.sql(`update users set status = 'deactivated' where email = $1`, [member.email])
    expect((await resolve('W1', 'kate@example.com')).status).toBe(200)
    expect((await resolve('W2', member.email)).status).toBe(403)
  })
})
