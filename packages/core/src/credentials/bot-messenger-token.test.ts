import { describe, expect, it } from 'vitest'
import { parseServerAddress } from '../model/team-chat/server-address.ts'
import { aBotMessengerIn, aTeamChatIn, memoryPorts } from '../testing/index.ts'
import { botOf } from './bot-token.ts'
import { messengerBotOf, messengerTokenOf } from './bot-messenger-token.ts'

describe('messengerBotOf', () => {
  it('returns the bot with its decrypted token while it is on', async () => {
    const ports = memoryPorts()
    const { settings, bot } = await aBotMessengerIn(ports)
    expect(messengerBotOf(ports, settings)).toEqual(bot)
    expect(messengerBotOf(ports, { ...settings, enabled: false })).toBeNull()
    expect(messengerTokenOf(ports, { ...settings, enabled: false })).toBe(bot.token)
    expect(messengerTokenOf(ports, { ...settings, botTokenEnc: null })).toBeNull()
    expect(ports.log.lines).toEqual([])
  })

  it('R225 decrypts a token for its own bot, address and platform only', async () => {
    const ports = memoryPorts()
    const { settings } = await aBotMessengerIn(ports)
    const { settings: teamChat } = await aTeamChatIn(ports)
    const others = [
      { ...settings, botUserId: '1' },
      { ...settings, apiRoot: parseServerAddress('https://attacker.example.com')! },
      { ...settings, botTokenEnc: teamChat.botTokenEnc },
    ]
    for (const other of others) expect(messengerBotOf(ports, other)).toBeNull()
    expect(botOf(ports, { ...teamChat, botTokenEnc: settings.botTokenEnc })).toBeNull()
    const unreadable = { level: 'error', event: 'bot_messenger.token_unreadable', fields: {} }
    expect(ports.log.lines.slice(0, 3)).toEqual([unreadable, unreadable, unreadable])
  })
})
