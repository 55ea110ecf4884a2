import { expect, it } from 'vitest'
import { ok } from '../model/result.ts'
import type { WorkspaceChatSettings } from '../model/workspace-chat/workspace-chat-settings.ts'
import { aWorkspaceChat, aWorkspaceChatIn, memoryPorts } from '../testing/index.ts'
import { workspaceChatStatus } from './workspace-chat-status.ts'

it('shows when the last request came, and that the platform withholds messages', async () => {
  const ports = memoryPorts()
  const { settings, bot } = await aWorkspaceChatIn(ports)
  const now = ports.clock.now()
  const shown = async (transport: 'socket' | 'http') => {
    const { lastEventAt, delivery } = await workspaceChatStatus(ports, {
      ...settings,
      transport,
      signingSecretEnc: 'a ciphertext',
    })
    return { lastEventAt, state: delivery.state, reason: delivery.reason }
  }
  await ports.chatHealth.beat(bot.botId, { state: 'listening', since: now })
  const listening = { state: 'listening', reason: null }
  expect(await shown('http')).toEqual({ ...listening, lastEventAt: null })
  await ports.transact(async ({ chatMarks }) =>
    ok(await chatMarks.noteRequests(bot.botId, { lastAt: now, missedAt: now, limitedAt: now })),
  )
  expect(await shown('http')).toEqual({
    state: 'not_connected',
    reason: 'events_limited',
    lastEventAt: now,
  })
  expect(await shown('socket')).toEqual({ ...listening, lastEventAt: null })
  ports.clock.advance(60_000)
  await ports.chatHealth.beat(bot.botId, { state: 'listening', since: now })
  ports.clock.advance(60_000)
  expect(await shown('http')).toEqual({ ...listening, lastEventAt: now })
})

it('shows what the app lacks for what is turned on, once the platform has said what it may do', async () => {
  const ports = memoryPorts()
  const { settings } = await aWorkspaceChatIn(ports)
  const missing = async (changed: Partial<WorkspaceChatSettings>) =>
    (await workspaceChatStatus(ports, { ...settings, ...changed })).missingScopes
  const scopes = ['chat:write', 'im:history', 'im:read', 'users:read']
  expect(await missing({ scopes: null, hasAiFeatures: true, matchesByEmail: true })).toEqual([])
  expect(await missing({ scopes })).toEqual(['commands', 'im:write'])
  const all = [...scopes, 'commands', 'im:write']
  expect(await missing({ scopes: all })).toEqual([])
  expect(await missing({ scopes: all, matchesByEmail: true })).toEqual(['users:read.email'])
  expect(await missing({ scopes: all, hasAiFeatures: true })).toEqual(['assistant:write'])
  expect(await workspaceChatStatus(ports, settings)).not.toHaveProperty('scopes')
})

it('shows whether messages arrive, as the listener of this bot reports', async () => {
  const ports = memoryPorts()
  const { settings, bot } = await aWorkspaceChatIn(ports)
  const since = ports.clock.now()
  expect(await workspaceChatStatus(ports, settings)).toMatchObject({
    hasToken: true,
    hasAppToken: true,
    isAvailable: true,
    delivery: { state: 'not_connected', reason: 'no_listener' },
  })
  const interrupted = { state: 'not_connected', since, reason: 'app_token_refused' } as const
  await ports.chatHealth.beat(bot.botId, interrupted)
  expect((await workspaceChatStatus(ports, settings)).delivery).toEqual({
    ...interrupted,
    dropped: {},
  })
  await ports.chatHealth.beat(bot.botId, { state: 'listening', since })
  expect((await workspaceChatStatus(ports, settings)).delivery).toEqual({
    state: 'listening',
    since,
    reason: null,
    dropped: {},
  })
  const off = aWorkspaceChat({ enabled: false, botTokenEnc: null, appTokenEnc: null })
  expect(await workspaceChatStatus(ports, off)).toMatchObject({
    hasToken: false,
    hasAppToken: false,
    isAvailable: false,
    delivery: { reason: 'off' },
  })
})
