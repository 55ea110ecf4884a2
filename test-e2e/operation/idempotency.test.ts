import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { distributedWorld, ownerEmail, ownerPassword, type World } from '../support/distributed.ts'
import { startKen, type Server } from '../support/ken-program.ts'
import { bearer, sessionOf } from '../support/session.ts'
import { post } from '../support/surface.ts'
import { atOnce, raceTimeout, rounds, serversApart, sharedRedis } from '../support/two-processes.ts'

type Created = { readonly id: string; readonly key: string | null; readonly notice?: string }

const keysPath = '/api/v1/me/keys'
const groupsPath = '/api/v1/admin/groups'
const laptop = { name: 'laptop', expires_in_days: 30 }

const createdBy = async (response: Response) => (await response.json()) as Created
const isReplay = ({ headers }: Response) => headers.get('idempotency-replayed') === 'true'

describe.skipIf(sharedRedis === null)('requests with an Idempotency-Key', () => {
  const started = new AsyncDisposableStack()
  let world: World
  let servers: Server[]
  let token: string

  const start = async () => started.use(await startKen(['http'], world))
  beforeAll(async () => {
    world = started.use(await distributedWorld({ redis: true }))
    await world.sql(`update org_settings set mfa_required_roles = '{}'`)
    servers = (await serversApart(world)).map((server) => started.use(server))
    token = (await sessionOf(servers[0]!, { email: ownerEmail, password: ownerPassword })).token
  })
  beforeEach(() => world.sql('delete from api_keys'))
  afterAll(() => started.disposeAsync())

  const send = (
    server: Server,
    key: string,
    body: object = laptop,
    path = keysPath,
  ): Promise<Response> =>
    post(server.url + path, body, { ...bearer(token), 'idempotency-key': key })
  const count = async (
    table: 'api_keys' | 'groups' | 'idempotency_keys' | 'audit_log',
  ): Promise<unknown> =>
    (await world.sql(`select count(*)::int as count from ${table}`))[0]?.['count']

  /** Sends a request, and reads nothing of what comes back. */
  async function sendUnread({ url }: Server, key: string, path: string, body: object) {
    const socket = connect(Number(new URL(url).port), 'localhost').on('error', () => {})
    await once(socket, 'connect')
    const text = JSON.stringify(body)
    const lines = [
      `POST ${path} HTTP/1.1`,
      `Host: ${new URL(url).host}`,
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      `Content-Length: ${text.length}`,
      `Idempotency-Key: ${key}`,
    ]
    socket.write(`${lines.join('\r\n')}\r\n\r\n${text}`)
    return socket
  }

  it(
    'R88 create one thing for twenty concurrent requests to two servers',
    async () => {
      for (let round = 0; round < rounds; round += 1) {
        await world.sql('delete from api_keys')
        const entries = Number(await count('audit_log'))
        const responses = await atOnce(20, (position) =>
          send(servers[position % 2]!, `race-${round}`),
        )
        expect(await count('api_keys')).toBe(1)
        expect(await count('audit_log')).toBe(entries + 1)
        const done = responses.filter((response) => response.status === 201 && !isReplay(response))
        const others = responses.filter((response) => !done.includes(response))
        expect(done).toHaveLength(1)
        const { id, key } = await createdBy(done[0]!)
        expect(key).toMatch(/^ken_/)
        const [replays, early] = [
          others.filter(isReplay),
          others.filter((response) => !isReplay(response)),
        ]
        for (const response of replays)
          expect(await createdBy(response)).toMatchObject({ id, key: null })
        for (const { status, headers } of early)
          expect([status, headers.get('retry-after')]).toEqual([409, '1'])
        const repeated = await send(servers[1]!, `race-${round}`)
        expect([repeated.status, isReplay(repeated)]).toEqual([201, true])
      }
    },
    raceTimeout,
  )

  it('R88 create nothing again after a server is killed between the commit and the response', async () => {
    const server = await start()
    const socket = await sendUnread(server, 'lost-reply', keysPath, laptop)
    await expect.poll(() => count('api_keys'), { interval: 1, timeout: 10_000 }).toBe(1)
    await server.stop('SIGKILL')
    socket.destroy()
    const repeated = await send(await start(), 'lost-reply')
    expect([repeated.status, isReplay(repeated)]).toEqual([201, true])
    const { id, key, notice } = await createdBy(repeated)
    expect([key, notice]).toEqual([null, expect.stringContaining('cannot be shown again')])
    expect(await world.sql('select id from api_keys')).toEqual([{ id }])
  })

  it('R88 return 409 while the first is in progress, and create once after its server is killed', async () => {
    const server = await start()
    const group = { slug: 'finance' }
    await world.sql('begin')
    await world.sql('lock table groups in share mode')
    const socket = await sendUnread(server, 'in-progress', groupsPath, group)
    const waiting = `select count(*)::int as count from pg_locks where relation = 'groups'::regclass and not granted`
    await expect.poll(async () => (await world.sql(waiting))[0]?.['count']).toBe(1)
    const meanwhile = await send(servers[0]!, 'in-progress', group, groupsPath)
    expect([meanwhile.status, meanwhile.headers.get('retry-after')]).toEqual([409, '1'])
    await server.stop('SIGKILL')
    socket.destroy()
    await world.sql('commit')
    const again = () => send(servers[0]!, 'in-progress', group, groupsPath)
    await expect.poll(async () => (await again()).status).toBe(201)
    const repeated = await again()
    expect([repeated.status, isReplay(repeated), await count('groups')]).toEqual([201, true, 1])
  })

  it('keep the response for 24 hours, without secrets', async () => {
    const { key } = await createdBy(await send(servers[0]!, 'for-a-day'))
    const stored = async () => JSON.stringify(await world.sql('select * from idempotency_keys'))
    expect(await stored()).not.toContain(key)
    await world.sql(
      `update idempotency_keys set kept_at = kept_at - interval '23 hours 59 minutes'`,
    )
    expect(isReplay(await send(servers[1]!, 'for-a-day'))).toBe(true)
    expect((await send(servers[1]!, 'for-a-day', { ...laptop, name: 'phone' })).status).toBe(422)
    await world.sql(`update idempotency_keys set kept_at = kept_at - interval '1 minute'`)
    const later = await send(servers[1]!, 'for-a-day')
    expect([isReplay(later), (await createdBy(later)).key]).toEqual([
      false,
      expect.stringMatching(/^ken_/),
    ])
    expect(await count('api_keys')).toBe(2)
  })
})
