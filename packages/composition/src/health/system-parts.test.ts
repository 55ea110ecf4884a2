import { aBotMessengerIn, aWorkspaceChatIn, memoryPorts } from '@ken/core/testing'
import type { Ports } from '@ken/core'
import { embedderDouble, smtpSink } from '@ken/testing'
import { expect, it, onTestFinished } from 'vitest'
import type { Config } from '../config/config.ts'
import type { Email } from '@ken/core'
import { configOf } from '../testing/composed-ken.ts'
import { systemParts } from './system-parts.ts'

const database = { part: 'database', state: 'ok' } as const
const minuteMs = 60_000

/** The parts on ports in memory, as state and reason by name. */
function watched(config: Partial<Config>, changes: Partial<Ports> = {}) {
  const ports = memoryPorts()
  const health = { parts: [database] as Array<typeof database | DatabaseAway> }
  const look = systemParts(configOf(config), { ...ports, ...changes }, async () => health)
  const find = async (name: string) => (await look()).find(({ part }) => part === name)
  return { ports, health, look, find, clock: ports.clock }
}
type DatabaseAway = { readonly part: 'database'; readonly state: 'away'; readonly reason: string }

it('says which services are not in use, and that every secret is readable', async () => {
  const { look } = watched({})
  expect((await look()).map(({ part, state }) => `${part} ${state}`)).toEqual([
    'database ok',
    'email off',
    'embedder off',
    'answer_model off',
    'team_chat off',
    'workspace_chat off',
    'bot_messenger off',
    'breach_check off',
    'secrets ok',
  ])
})

it('asks a service that works again after minutes, and one that does not after half a minute', async () => {
  const embedder = await embedderDouble(8)
  onTestFinished(embedder.close)
  const { find, clock } = watched({
    embedder: { url: embedder.url, model: 'small', key: null, budgetMs: 800 },
  })
  const start = clock.now()
  expect(await find('embedder')).toMatchObject({ state: 'ok', since: start, reason: null })
  embedder.behave({ status: 401 })
  clock.advance(5 * minuteMs - 1)
  expect(await find('embedder')).toMatchObject({ state: 'ok', since: start })
  clock.advance(1)
  const failedAt = clock.now()
  expect(await find('embedder')).toMatchObject({
    state: 'away',
    since: failedAt,
    reason: expect.stringContaining('401'),
  })
  embedder.behave('ok')
  clock.advance(29_999)
  expect(await find('embedder')).toMatchObject({ state: 'away', since: failedAt })
  clock.advance(1)
  expect(await find('embedder')).toMatchObject({ state: 'ok', since: clock.now() })
})

it('asks a service again after the clock was set back', async () => {
  const embedder = await embedderDouble(8)
  onTestFinished(embedder.close)
  const { find, clock } = watched({
    embedder: { url: embedder.url, model: 'small', key: null, budgetMs: 800 },
  })
  expect(await find('embedder')).toMatchObject({ state: 'ok' })
  embedder.behave({ status: 401 })
  clock.advance(-1)
  expect(await find('embedder')).toMatchObject({ state: 'away' })
})

it('signs in to the mail server without sending anything', async () => {
  const sink = await smtpSink()
  onTestFinished(sink.close)
  const mail = {
    smtpUrl: sink.url,
    from: { name: 'Ken', address: 'ken@example.com' as Email },
    language: 'en' as const,
  }
  const { find, clock } = watched({ mail })
  expect(await find('email')).toMatchObject({ state: 'ok' })
  expect(sink.emails).toEqual([])
  await sink.stop()
  clock.advance(minuteMs)
  expect(await find('email')).toMatchObject({
    state: 'away',
    reason: expect.stringContaining('The mail server failed'),
  })
})

it('says why messages to the bot of the bot messenger do not arrive', async () => {
  const { ports, find, clock } = watched({})
  const { bot } = await aBotMessengerIn(ports)
  const since = clock.now()
  await ports.chatHealth.beat(bot.botId, { state: 'not_connected', since, reason: 'other_poller' })
  clock.advance(1_000)
  expect(await find('bot_messenger')).toEqual({
    part: 'bot_messenger',
    state: 'away',
    reason: expect.stringContaining('Another program'),
    since,
  })
})

it('says why messages to the bot of the workspace chat do not arrive', async () => {
  const { ports, find, clock } = watched({})
  const { bot } = await aWorkspaceChatIn(ports)
  const since = clock.now()
  await ports.chatHealth.beat(bot.botId, { state: 'not_connected', since, reason: 'scope_missing' })
  clock.advance(1_000)
  expect(await find('workspace_chat')).toEqual({
    part: 'workspace_chat',
    state: 'away',
    reason: expect.stringContaining('chat:write'),
    since,
  })
})

it('says that new passwords are not checked when the breach check does not respond', async () => {
  const { find } = watched(
    { breachUrl: 'https://breaches.example.com' },
    { breachedPasswords: { check: async () => 'unavailable' } },
  )
  expect(await find('breach_check')).toMatchObject({
    state: 'away',
    reason: expect.stringContaining('not checked'),
  })
})

it('notes the moment since which a part of the health is in its state', async () => {
  const { find, health, clock } = watched({})
  const start = clock.now()
  expect(await find('database')).toMatchObject({ since: start })
  clock.advance(minuteMs)
  expect(await find('database')).toMatchObject({ since: start })
  health.parts = [{ part: 'database', state: 'away', reason: 'It is down.' }]
  expect(await find('database')).toMatchObject({ since: clock.now(), reason: 'It is down.' })
})

it('does not wait longer than two seconds for a service', async () => {
  const { find } = watched(
    { breachUrl: 'https://breaches.example.com' },
    { breachedPasswords: { check: () => new Promise<never>(() => {}) } },
  )
  const start = performance.now()
  expect(await find('breach_check')).toMatchObject({ state: 'unknown' })
  expect(performance.now() - start).toBeLessThan(4_000)
})

it('says that a rotation of the secrets is unfinished', async () => {
  const { refreshTokens } = memoryPorts()
  const secretIds = { unused: ['next'], newest: 'now', older: [] }
  const { find } = watched({}, { refreshTokens: { ...refreshTokens, secretIds } })
  expect(await find('secrets')).toMatchObject({
    state: 'unfinished',
    reason: expect.stringContaining('ken doctor'),
  })
})

it('R83 names the secret that another server signs with and this one does not have', async () => {
  const { find, ports, clock } = watched({})
  ports.database.tables.secretUses.set('lost', { firstAt: clock.now(), lastAt: clock.now() })
  expect(await find('secrets')).toMatchObject({
    state: 'away',
    reason: expect.stringContaining('lost'),
  })
})
