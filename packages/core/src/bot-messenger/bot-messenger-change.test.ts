import { describe, expect, it } from 'vitest'
import { messengerTokenOf, webhookSecretOf } from '../credentials/bot-messenger-token.ts'
import { defaultApiRoot } from '../model/bot-messenger/bot-messenger-settings.ts'
import { parseServerAddress } from '../model/team-chat/server-address.ts'
import { aBotMessenger, aBotMessengerIn, memoryPorts } from '../testing/index.ts'
import {
  changedBotMessenger,
  isSameMessengerBot,
  parseBotMessengerChange,
  type BotMessengerChange,
} from './bot-messenger-change.ts'

const token = `77:${'Aa_-'.repeat(9)}`
const other = parseServerAddress('https://bots.example.com')!

describe('parseBotMessengerChange', () => {
  it('accepts a token and an address with spaces around them, and restores the usual address', () => {
    const input = { apiRoot: ' HTTPS://Bots.example.com/ ', botToken: ` ${token}\n`, enabled: true }
    expect(parseBotMessengerChange(input)).toEqual({
      ok: true,
      value: { apiRoot: other, botToken: token, enabled: true },
    })
    expect(parseBotMessengerChange({ apiRoot: null, botToken: null })).toEqual({
      ok: true,
      value: { apiRoot: defaultApiRoot, botToken: null },
    })
    expect(parseBotMessengerChange({})).toEqual({ ok: true, value: {} })
  })

  it('R225 refuses an address that contains a token, and no name or port that looks like one', () => {
    for (const path of [
      `/bot${token}`,
      `/BOT${token}/getMe`,
      `/x/file/bot${token}`,
      `/bot77%3Aaa`,
      `/bot77%3aaa`,
      `/${token}`,
    ])
      expect(parseBotMessengerChange({ apiRoot: `${other}${path}` })).toEqual({
        ok: false,
        error: { code: 'bot_messenger.address_invalid' },
      })
    for (const apiRoot of ['http://bot7:8081', 'http://127.0.0.1:8081/bot7', `${other}/telegram`])
      expect(parseBotMessengerChange({ apiRoot })).toEqual({ ok: true, value: { apiRoot } })
  })

  it('refuses what is no address or no token', () => {
    for (const apiRoot of ['', 'bots.example.com', 'https://ken@bots.example.com', 'https://a/?b'])
      expect(parseBotMessengerChange({ apiRoot })).toEqual({
        ok: false,
        error: { code: 'bot_messenger.address_invalid' },
      })
    for (const botToken of ['', '77', 'token', `${token}/getMe`, `${token}\r\nX: y`])
      expect(parseBotMessengerChange({ botToken })).toEqual({
        ok: false,
        error: { code: 'bot_messenger.token_invalid' },
      })
  })
})

describe('changedBotMessenger', () => {
  it('R225 keeps no token for another address, and encrypts a new one for its bot there', async () => {
    const ports = memoryPorts()
    const { settings } = await aBotMessengerIn(ports)
    const moved = changedBotMessenger(settings, { apiRoot: other }, ports)
    expect(moved).toEqual({
      apiRoot: other,
      botTokenEnc: null,
      botUserId: settings.botUserId,
      botUsername: null,
      transport: 'polling',
      webhookSecretEnc: null,
      webhookAddresses: [],
      enabled: false,
      lastTestOk: null,
      lastTestAt: null,
    })
    const given = changedBotMessenger(moved, { botToken: token, enabled: true }, ports)
    expect(given).toMatchObject({ apiRoot: other, botUserId: '77', enabled: true })
    expect(messengerTokenOf(ports, given)).toBe(token)
  })

  it('R229 makes a new secret for the webhook with every change, and none while Ken polls', async () => {
    const ports = memoryPorts()
    const { settings } = await aBotMessengerIn(ports)
    const posted = changedBotMessenger(settings, { transport: 'webhook' }, ports)
    const secrets = [
      posted,
      changedBotMessenger(posted, { enabled: false }, ports),
      changedBotMessenger(posted, { botToken: token }, ports),
      changedBotMessenger({ ...posted, enabled: false }, { enabled: true }, ports),
    ].map((after) => webhookSecretOf(ports, after))
    expect(new Set(secrets).size).toBe(4)
    expect(secrets).not.toContain(null)
    expect(changedBotMessenger(posted, { transport: 'webhook', enabled: true }, ports)).toEqual(
      posted,
    )
    expect(changedBotMessenger(posted, { transport: 'polling' }, ports)).toEqual(settings)
  })

  it('forgets where another bot or another server was to post, and no place of the same bot', async () => {
    const ports = memoryPorts()
    const { settings, bot } = await aBotMessengerIn(ports, {
      webhookAddresses: ['https://a.test/'],
    })
    const addresses = (change: BotMessengerChange) =>
      changedBotMessenger(settings, change, ports).webhookAddresses
    for (const change of [{ botToken: bot.token }, { botToken: null }, { enabled: false }])
      expect(addresses(change)).toEqual(['https://a.test/'])
    for (const change of [{ botToken: token }, { apiRoot: other }])
      expect(addresses(change)).toEqual([])
  })

  it('only switches the bot if nothing else changes', () => {
    const before = aBotMessenger()
    const ports = memoryPorts()
    expect(changedBotMessenger(before, { enabled: false }, ports)).toEqual({
      ...before,
      enabled: false,
    })
    expect(changedBotMessenger(before, { apiRoot: defaultApiRoot }, ports)).toEqual(before)
    expect(isSameMessengerBot(before, { ...before, enabled: false })).toBe(true)
    expect(isSameMessengerBot(before, { ...before, botTokenEnc: 'other' })).toBe(false)
  })
})
