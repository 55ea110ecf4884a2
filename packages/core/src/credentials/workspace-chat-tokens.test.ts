import { expect, it } from 'vitest'
import { aBotMessengerIn, aWorkspaceChatIn, memoryPorts } from '../testing/index.ts'
import { messengerBotOf } from './bot-messenger-token.ts'
import {
  encryptWorkspaceToken,
  workspaceBotOf,
  workspaceTokensOf,
} from './workspace-chat-tokens.ts'

it('returns the bot with its decrypted tokens while it is on', async () => {
  const ports = memoryPorts()
  const { settings, bot } = await aWorkspaceChatIn(ports)
  expect(workspaceBotOf(ports, settings)).toEqual(bot)
  expect(workspaceBotOf(ports, { ...settings, enabled: false })).toBeNull()
  const { botToken, appToken } = bot
  expect(workspaceTokensOf(ports, { ...settings, enabled: false })).toEqual({
    botToken,
    appToken,
    signingSecret: null,
  })
  expect(workspaceTokensOf(ports, { ...settings, botTokenEnc: null })).toBeNull()
  expect(workspaceTokensOf(ports, { ...settings, appTokenEnc: null })).toBeNull()
  expect(ports.log.lines).toEqual([])
})

it('R225 needs the secret of its own app instead of the app token, if messages come in requests', async () => {
  const ports = memoryPorts()
  const { settings, bot } = await aWorkspaceChatIn(ports)
  const signingSecretEnc = encryptWorkspaceToken(ports, 'signingSecretEnc', 'a secret', bot.appId)
  const byRequests = { ...settings, transport: 'http', appTokenEnc: null } as const
  expect(workspaceBotOf(ports, byRequests)).toBeNull()
  expect(workspaceBotOf(ports, { ...byRequests, signingSecretEnc })).toEqual({
    ...bot,
    appToken: null,
    signingSecret: 'a secret',
  })
  for (const other of [settings.botTokenEnc, settings.appTokenEnc])
    expect(workspaceBotOf(ports, { ...byRequests, signingSecretEnc: other })).toBeNull()
  const elsewhere = { ...byRequests, signingSecretEnc, appId: 'A0OTHER' }
  expect(workspaceBotOf(ports, elsewhere)).toBeNull()
})

it('R225 decrypts tokens for their own app, field and platform only', async () => {
  const ports = memoryPorts()
  const { settings } = await aWorkspaceChatIn(ports)
  const { settings: messenger } = await aBotMessengerIn(ports)
  const { botTokenEnc, appTokenEnc } = settings
  const others = [
    { ...settings, appId: 'A0OTHER' },
    { ...settings, botTokenEnc: appTokenEnc },
    { ...settings, appTokenEnc: botTokenEnc },
    { ...settings, botTokenEnc: messenger.botTokenEnc },
  ]
  for (const other of others) expect(workspaceBotOf(ports, other)).toBeNull()
  expect(messengerBotOf(ports, { ...messenger, botTokenEnc })).toBeNull()
  const unreadable = { level: 'error', event: 'workspace_chat.token_unreadable', fields: {} }
  expect(ports.log.lines.slice(0, 4)).toEqual([unreadable, unreadable, unreadable, unreadable])
})
