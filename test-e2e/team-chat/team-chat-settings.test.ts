import { freePort, teamChatDouble, type TeamChatDouble } from '@ken/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { distributedWorld, type World } from '../support/distributed.ts'
import { everythingStored } from '../support/jobs.ts'
import { kenHere, startInBackgroundHere, startKenHere } from '../support/ken-here.ts'
import { type Server } from '../support/ken-program.ts'
import { bearer, enrolOwner } from '../support/session.ts'

const started = new AsyncDisposableStack()
let world: World
let server: Server
let chat: TeamChatDouble
let sink: TeamChatDouble
let owner: { readonly [name: string]: string }
const openDouble = async () => started.adopt(await teamChatDouble(), ({ close }) => close())

beforeAll(async () => {
  const { env, ...rest } = started.use(await distributedWorld())
  world = { ...rest, env: { ...env, KEN_TEAMCHAT_LOOPBACK: 'allow' } }
  ;[chat, sink] = [await openDouble(), await openDouble()]
  server = started.use(await startKenHere(['http'], world))
  owner = bearer((await enrolOwner(world, server)).step.access_token)
})
afterAll(() => started.disposeAsync())

type Shown = { readonly status: number; readonly [field: string]: unknown }

async function call(method: 'GET' | 'PUT' | 'POST', path = '', body?: object): Promise<Shown> {
  const response = await fetch(`${server.url}/api/v1/admin/teamchat${path}`, {
    method,
    headers: { ...owner, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { ...((await response.json()) as object), status: response.status }
}
const shown = () => call('GET')
const delivery = async () => (await shown())['delivery']
const change = (body: object) => call('PUT', '', body)
const test = () => call('POST', '/test')

const setUp = (base_url = chat.url, bot_token = chat.bot.token) => ({
  base_url,
  bot_token,
  enabled: true,
})
const forget = () => change({ base_url: null })
const noBot = {
  has_token: false,
  bot_user_id: null,
  bot_username: null,
  enabled: false,
  is_available: false,
  last_test_ok: null,
}

describe('the switch of the team-chat bot', () => {
  it('turns on once the server confirms the identity of the bot, and off', async () => {
    expect(await shown()).toMatchObject({ status: 200, base_url: null, ...noBot })
    const on = {
      base_url: chat.url,
      has_token: true,
      bot_user_id: chat.bot.id,
      bot_username: 'ken',
      is_available: true,
    }
    expect(await change(setUp())).toMatchObject({ status: 200, ...on, last_test_ok: true })
    expect(await test()).toMatchObject({ status: 200, ok: true, teamchat: on })
    const row = await world.sql(
      `select *, bot_token_enc <> $1 as is_encrypted from teamchat_settings`,
      [chat.bot.token],
    )
    expect(row).toMatchObject([
      { id: '1', enabled: true, bot_user_id: chat.bot.id, is_encrypted: true, last_test_ok: true },
    ])
    expect(await change({ enabled: false })).toMatchObject({
      status: 200,
      ...on,
      enabled: false,
      is_available: false,
    })
  })

  it('stays off when the probe fails, and says why and what to do', async () => {
    await forget()
    const [person, port] = [chat.addPerson('alice'), await freePort()]
    const fails = async (reason: string, body: object) => {
      const problem = {
        status: 422,
        code: 'PROBE_FAILED',
        reason,
        detail: expect.stringMatching(/^[A-Z].{20,}\.$/) as string,
      }
      expect(await change(body)).toMatchObject(problem)
      expect(await shown()).toMatchObject({
        enabled: false,
        is_available: false,
        bot_user_id: null,
      })
    }
    await fails('address_missing', { enabled: true })
    await fails('token_missing', { base_url: chat.url, enabled: true })
    await fails('not_a_bot', setUp(chat.url, person.token))
    expect(await shown()).toMatchObject({
      last_test_ok: false,
      last_test_at: expect.any(String) as string,
    })
    await fails('unreachable', setUp(`http://127.0.0.1:${port}`))
    chat.revoke(chat.bot)
    await fails('token_refused', setUp())
    chat.restore(chat.bot)
    for (const { behaviour, reason } of [
      { behaviour: 'html', reason: 'not_team_chat' },
      { behaviour: 'reset', reason: 'unreachable' },
      { behaviour: 'rate_limited', reason: 'server_failing' },
    ] as const) {
      chat.behaveOnce('GET /users/me', behaviour)
      await fails(reason, setUp())
    }
    expect(await change({ enabled: true })).toMatchObject({ status: 200, is_available: true })
  })

  it('does not change a bot that is on when another token cannot be verified', async () => {
    const before = await change(setUp())
    expect(await change(setUp(chat.url, 'x'.repeat(26)))).toMatchObject({
      status: 422,
      reason: 'token_refused',
    })
    expect(await change(setUp(sink.url, chat.bot.token))).toMatchObject({
      status: 422,
      reason: 'token_refused',
    })
    expect(await shown()).toEqual(before)
    expect(await test()).toMatchObject({ ok: true })
  })

  it('does not turn on settings that changed during the probe, not even for twenty concurrent calls', async () => {
    await change({ ...setUp(), enabled: false })
    const asked = chat.requests.length
    chat.behaveOnce('GET /users/me', { slowMs: 500 })
    const turningOn = change({ enabled: true })
    await expect.poll(() => chat.requests.length).toBe(asked + 1)
    expect(await change({ base_url: sink.url })).toMatchObject({ status: 200, ...noBot })
    expect(await turningOn).toMatchObject({ status: 409, code: 'CONFLICT' })
    expect(await shown()).toMatchObject({ base_url: sink.url, ...noBot })

    const tokens = { [chat.url]: chat.bot.token, [sink.url]: sink.bot.token }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => change(setUp(...Object.entries(tokens)[at % 2]!))),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const { base_url, bot_user_id, is_available } = await shown()
    expect([is_available, bot_user_id]).toEqual([
      true,
      base_url === chat.url ? chat.bot.id : sink.bot.id,
    ])
    for (const { authorization } of chat.requests)
      expect(authorization).not.toContain(sink.bot.token)
  })
})

describe('the token of the team-chat bot', () => {
  it('R72 is sent only to the address that it was set for', async () => {
    await change(setUp())
    const before = sink.requests.length
    expect(await change({ base_url: sink.url, enabled: true })).toMatchObject({
      status: 422,
      reason: 'token_missing',
    })
    expect(await change({ base_url: sink.url })).toMatchObject({
      status: 200,
      base_url: sink.url,
      ...noBot,
    })
    expect(await test()).toMatchObject({ ok: false, reason: 'token_missing' })
    expect(await change({ enabled: true })).toMatchObject({ status: 422, reason: 'token_missing' })
    await world.sql(`update teamchat_settings set base_url = $1`, [chat.url])
    expect(await change(setUp())).toMatchObject({ status: 200 })
    // Not even a person who writes to the database can move it to another server.
    await world.sql(`update teamchat_settings set base_url = $1`, [sink.url])
    expect(await test()).toMatchObject({ ok: false, reason: 'token_unreadable' })
    expect(sink.requests.slice(before)).toEqual([])
    await forget()
  })

  it('R10 R62 R72 is in no response, table, audit entry or log', async () => {
    const { token } = chat.bot
    const answers = [
      await change(setUp()),
      await shown(),
      await test(),
      await change({ ...setUp(), bot_token: `${token}x` }),
    ]
    const audit = await (
      await fetch(`${server.url}/api/v1/admin/audit?action=team_chat&limit=100`, { headers: owner })
    ).text()
    expect(audit).toContain('"reason":"token_refused"')
    const stored = await everythingStored(world)
    expect(stored).toContain(chat.url)
    for (const text of [
      JSON.stringify(answers),
      audit,
      stored,
      server.output.stdout,
      server.output.stderr,
    ])
      expect(text).not.toContain(token)
  })
})

describe('the listener of the team-chat bot', () => {
  it('R72 shows whether it receives messages, separately from the test, and sends a token only to its own server', async () => {
    await forget()
    const before = sink.requests.length
    expect(await change(setUp())).toMatchObject({
      last_test_ok: true,
      delivery: { state: 'not_connected', reason: 'no_listener' },
    })
    await using first = await startInBackgroundHere('scheduler', world)
    await expect.poll(delivery).toMatchObject({ state: 'listening', reason: null, detail: null })
    expect(chat.sockets.openCount()).toBe(1)

    expect(await change(setUp(sink.url, sink.bot.token))).toMatchObject({
      status: 200,
      bot_user_id: sink.bot.id,
    })
    // One that stays would follow within 30 seconds, which the tests of the use case show.
    expect(await first.stop()).toBe(0)
    expect(chat.sockets.openCount()).toBe(0)
    await using second = await startInBackgroundHere('scheduler', world)
    await expect.poll(delivery).toMatchObject({ state: 'listening' })
    expect(sink.sockets.openCount()).toBe(1)
    const outputs = JSON.stringify([first.output, second.output])
    const sent = JSON.stringify([sink.requests.slice(before), sink.sockets.upgrades])
    expect(sent).toContain(sink.bot.token)
    expect(sent + outputs).not.toContain(chat.bot.token)
    expect(outputs).not.toContain(sink.bot.token)
  })
})

describe('the address of the team-chat server', () => {
  beforeEach(forget)

  it.for([
    { address: 'http://169.254.169.254', reason: 'address_forbidden' },
    { address: 'http://169.254.169.254:80/latest/meta-data', reason: 'address_forbidden' },
    { address: 'http://2852039166', reason: 'address_forbidden' },
    { address: 'http://0251.0376.0251.0376', reason: 'address_forbidden' },
    { address: 'http://[::ffff:a9fe:a9fe]', reason: 'address_forbidden' },
    { address: 'http://[64:ff9b::a9fe:a9fe]', reason: 'address_forbidden' },
    { address: 'http://[fe80::1]', reason: 'address_forbidden' },
    { address: 'http://[ff02::1]', reason: 'address_forbidden' },
    { address: 'http://0.0.0.0:8065', reason: 'address_forbidden' },
    { address: 'http://255.255.255.255', reason: 'address_forbidden' },
    { address: 'http://[::]', reason: 'address_forbidden' },
    { address: 'http://nowhere.invalid', reason: 'unreachable' },
  ])('R73 refuses $address: $reason', async ({ address, reason }) => {
    expect(await change(setUp(address))).toMatchObject({ status: 422, reason })
    expect(await shown()).toMatchObject({ enabled: false, is_available: false })
  })

  it.for([
    'ftp://chat.example.com',
    'https://ken@chat.example.com',
    'https://chat.example.com/#x',
    'file:///etc/passwd',
  ])('R73 does not even keep %s', async (address) => {
    const fault = { status: 400, errors: [{ pointer: '#/base_url' }] }
    expect(await change(setUp(address))).toMatchObject(fault)
  })

  it('R73 follows no redirect, and connects to loopback only if that is allowed', async () => {
    const before = sink.requests.length
    chat.behaveOnce('GET /users/me', { status: 307, location: `${sink.url}/api/v4/users/me` })
    expect(await change(setUp())).toMatchObject({ status: 422, reason: 'not_team_chat' })
    expect(sink.requests.slice(before)).toEqual([])

    expect(await change({ enabled: true })).toMatchObject({ status: 200 })
    const asked = chat.requests.length
    const examined = await kenHere(['doctor', '--json'], {
      ...world,
      env: { ...world.env, KEN_TEAMCHAT_LOOPBACK: 'refuse' },
    })
    const { checks } = JSON.parse(examined.stdout) as {
      checks: { name: string; state: string; detail: string }[]
    }
    const check = {
      name: 'team chat',
      state: 'fail',
      detail: expect.stringContaining('KEN_TEAMCHAT_LOOPBACK=allow') as string,
    }
    expect(checks).toContainEqual(check)
    expect(chat.requests).toHaveLength(asked)
  })
})
