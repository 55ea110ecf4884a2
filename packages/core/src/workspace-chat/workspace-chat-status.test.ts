import { expect, it } from 'vitest'
import { aWorkspaceChat, aWorkspaceChatIn, memoryPorts } from '../testing/index.ts'
import { workspaceChatStatus } from './workspace-chat-status.ts'

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
