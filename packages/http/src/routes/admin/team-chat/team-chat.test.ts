import { ok, teamChatAdvice } from '@ken/core'
import { aTeamChatIn, newId, withTeamChat } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { enrolledIn } from '../../../testing/browser.ts'
import { httpWorld } from '../../../testing/http-world.ts'

const path = '/api/v1/admin/teamchat'

const notConnected = (reason: 'off' | 'no_listener' | 'token_refused') => ({
  state: 'not_connected',
  since: null as string | null,
  reason,
  detail: teamChatAdvice[reason],
  catching_up: false,
  dropped: {},
})
const nothing = {
  base_url: null,
  has_token: false,
  bot_user_id: null,
  bot_username: null,
  enabled: false,
  is_available: false,
  last_test_ok: null,
  last_test_at: null,
  updated_at: expect.any(String) as string,
  delivery: notConnected('off'),
}

/** A person with this role, and the body that configures the bot. */
async function administrating(role: 'Owner' | 'Admin' = 'Admin') {
  const world = await httpWorld()
  const { browser } = await enrolledIn(world, { role })
  const { teamChat, clock } = world.ports
  const { bot, identity } = teamChat
  const body = { base_url: bot.baseUrl, bot_token: bot.token }
  const proven = {
    base_url: bot.baseUrl,
    has_token: true,
    bot_user_id: identity.id,
    bot_username: identity.handle,
    enabled: true,
    is_available: true,
    last_test_ok: true,
    last_test_at: clock.now().toISOString(),
    updated_at: clock.now().toISOString(),
    delivery: notConnected('no_listener'),
  }
  return { world, browser, teamChat, body, proven }
}

describe('/api/v1/admin/teamchat', () => {
  it.for(['Owner', 'Admin'] as const)(
    'allows an %s to configure, enable and disable the bot',
    async (role) => {
      const { browser, body, proven } = await administrating(role)
      expect(await browser.get(path)).toMatchObject({ status: 200, json: nothing })
      expect(await browser.put(path, { ...body, enabled: true })).toMatchObject({
        status: 200,
        json: proven,
      })
      expect((await browser.get(path)).json).toEqual(proven)
      const off = { ...proven, enabled: false, is_available: false, delivery: notConnected('off') }
      expect((await browser.put(path, { enabled: false })).json).toEqual(off)
      expect((await browser.put(path, { base_url: null })).json).toEqual(nothing)
    },
  )

  it('responds 422 with a reason and advice when the server refuses the bot, and disables the bot', async () => {
    const { browser, teamChat, body } = await administrating()
    teamChat.setRevoked(true)
    const response = await browser.put(path, { ...body, enabled: true })
    const problem = {
      code: 'PROBE_FAILED',
      reason: 'token_refused',
      detail: teamChatAdvice.token_refused,
    }
    expect(response).toMatchObject({ status: 422, json: problem })
    const after = { enabled: false, is_available: false, has_token: true, last_test_ok: false }
    expect((await browser.get(path)).json).toMatchObject(after)
    expect(await browser.put(path, { base_url: null, enabled: true })).toMatchObject({
      json: { reason: 'address_missing' },
    })
  })

  it('R72 never shows the token in a response', async () => {
    const { world, browser, teamChat, body } = await administrating()
    const responses = [
      await browser.put(path, { ...body, enabled: true }),
      await browser.get(path),
      await browser.post(`${path}/test`),
      await browser.put(path, { ...body, bot_token: `${body.bot_token} ` }),
      await browser.put(path, { ...body, enabled: 'yes' }),
      await browser.get('/api/v1/admin/audit?limit=100'),
    ]
    teamChat.setUnavailable(true)
    responses.push(
      await browser.put(path, { ...body, enabled: true }),
      await browser.post(`${path}/test`),
    )
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 400, 200, 422, 200])
    const shown = JSON.stringify([
      responses.map(({ text, headers }) => [text, [...headers]]),
      world.ports.log.lines,
    ])
    expect(shown).toContain(body.base_url)
    expect(shown).not.toContain(body.bot_token)
  })

  it('tests the connection without changing a setting', async () => {
    const { world, browser, teamChat, proven } = await administrating()
    await aTeamChatIn(world.ports, { enabled: false, lastTestOk: null, lastTestAt: null })
    const off = { ...proven, enabled: false, is_available: false, delivery: notConnected('off') }
    const tested = { ok: true, reason: null, detail: null, teamchat: off }
    expect(await browser.post(`${path}/test`)).toMatchObject({ status: 200, json: tested })
    teamChat.setUnavailable(true)
    const failed = { ok: false, reason: 'unreachable', detail: teamChatAdvice.unreachable }
    expect((await browser.post(`${path}/test`)).json).toEqual({
      ...failed,
      teamchat: { ...off, last_test_ok: false },
    })
    expect((await browser.get(path)).json).toEqual({ ...off, last_test_ok: false })
  })

  it('shows, separately from the test, whether the listener is connected, since when, why not, and the dropped events', async () => {
    const { world, browser, proven } = await administrating()
    const { bot } = await aTeamChatIn(world.ports)
    const { chatHealth, transact, clock } = world.ports
    const since = clock.now()
    await chatHealth.beat(bot.botId, { state: 'listening', since })
    const listening = {
      state: 'listening',
      since: since.toISOString(),
      reason: null,
      detail: null,
      catching_up: false,
      dropped: {},
    }
    expect((await browser.get(path)).json).toMatchObject({
      last_test_ok: true,
      delivery: listening,
    })
    await chatHealth.beat(bot.botId, { state: 'not_connected', since, reason: 'token_refused' })
    await transact(async ({ chatMarks }) =>
      ok(await chatMarks.addDropped(bot.botId, newId(), { webhook: 2 })),
    )
    const refused = {
      ...notConnected('token_refused'),
      since: since.toISOString(),
      catching_up: false,
      dropped: { webhook: 2 },
    }
    expect((await browser.get(path)).json).toMatchObject({ last_test_ok: true, delivery: refused })
    clock.advance(90_000)
    expect((await browser.get(path)).json).toMatchObject({
      delivery: { ...proven.delivery, dropped: { webhook: 2 } },
    })
  })

  it.for([
    { body: { base_url: 'chat.example.com' }, pointer: '#/base_url' },
    { body: { base_url: 'ftp://chat.example.com' }, pointer: '#/base_url' },
    { body: { base_url: 'https://ken:secret@chat.example.com' }, pointer: '#/base_url' },
    { body: { base_url: `https://${'x'.repeat(2_100)}` }, pointer: '#/base_url' },
    { body: { bot_token: 'of no server' }, pointer: '#/bot_token' },
    { body: { bot_token: 'token' }, pointer: '#/base_url' },
    { body: { bot_token: '' }, pointer: '#/bot_token' },
    { body: { enabled: 'true' }, pointer: '#/enabled' },
    { body: { enabled: null }, pointer: '#/enabled' },
    { body: { bot_user_id: 'x' }, pointer: '#/bot_user_id' },
    { body: { last_test_ok: true }, pointer: '#/last_test_ok' },
  ] as const)('R75 refuses $body and says where it is wrong', async ({ body, pointer }) => {
    const { browser } = await administrating()
    expect(await browser.put(path, body)).toMatchObject({
      status: 400,
      json: { errors: [{ pointer }] },
    })
    expect((await browser.get(path)).json).toEqual(nothing)
  })

  it('R73 limits failed connection tests, and says how long to wait', async () => {
    const { browser, teamChat, body } = await administrating()
    teamChat.setUnavailable(true)
    await browser.put(path, body)
    for (let time = 0; time < 60; time += 1) await browser.post(`${path}/test`)
    for (const response of [
      await browser.post(`${path}/test`),
      await browser.put(path, { enabled: true }),
    ]) {
      expect(response).toMatchObject({ status: 429, json: { code: 'RATE_LIMITED' } })
      expect(response.headers.get('retry-after')).toBe('600')
    }
  })

  it('responds 409 when the settings changed during the test', async () => {
    const { world, browser } = await administrating()
    await aTeamChatIn(world.ports, { enabled: false })
    const { probe } = world.ports.chatPlatforms.teamchat
    const interfering: typeof probe = {
      probe: async (server) => {
        await browser.put(path, { base_url: 'https://other.example.com' })
        return probe.probe(server)
      },
    }
    Object.assign(world.ken.ports, withTeamChat(world.ports, { probe: interfering }))
    expect(await browser.put(path, { enabled: true })).toMatchObject({
      status: 409,
      json: { code: 'CONFLICT' },
    })
  })
})
