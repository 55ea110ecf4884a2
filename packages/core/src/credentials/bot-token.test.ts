import { describe, expect, it } from 'vitest'
import { aTeamChat, aTeamChatIn, memoryPorts } from '../testing/index.ts'
import { parseServerAddress } from '../model/team-chat/server-address.ts'
import { botOf, encryptToken, tokenOf } from './bot-token.ts'

const needed = { enabled: false, baseUrl: null, botTokenEnc: null, botUserId: null }

describe('botOf', () => {
  const baseUrl = parseServerAddress('https://chat.example.com')!
  const other = parseServerAddress('https://attacker.example.com')!

  it('returns the bot with its decrypted token', async () => {
    const ports = memoryPorts()
    const { settings, bot } = await aTeamChatIn(ports)
    expect(botOf(ports, settings)).toEqual(bot)
    expect(tokenOf(ports, { ...settings, enabled: false, botUserId: null })).toBe(bot.token)
  })

  it.for(Object.entries(needed))('returns null with %s %s', ([field, value]) => {
    const ports = memoryPorts()
    const settings = aTeamChat({
      baseUrl,
      botTokenEnc: encryptToken(ports, 'the-token', baseUrl),
      [field]: value,
    })
    expect(botOf(ports, settings)).toBeNull()
    expect(ports.log.lines).toEqual([])
  })

  it('R72 decrypts a token for its own address only, even if the row has another', () => {
    const ports = memoryPorts()
    const settings = aTeamChat({
      baseUrl: other,
      botTokenEnc: encryptToken(ports, 'the-token', baseUrl),
    })
    expect(botOf(ports, settings)).toBeNull()
    expect(tokenOf(ports, settings)).toBeNull()
  })

  it('R29 raises an alarm for a token that no key decrypts, and reveals nothing of it', () => {
    const ports = memoryPorts()
    expect(botOf(ports, aTeamChat({ baseUrl, botTokenEnc: 'of a lost key' }))).toBeNull()
    expect(ports.log.lines).toEqual([
      { level: 'error', event: 'team_chat.token_unreadable', fields: {} },
    ])
  })
})
