import { describe, expect, it } from 'vitest'
import { aTeamChat, memoryPorts, noTeamChat } from '../testing/index.ts'
import { parseServerAddress } from '../model/team-chat/server-address.ts'
import { changedTeamChat, isSameBot, parseTeamChatChange } from './team-chat-change.ts'
import type { TeamChatSettings } from '../model/team-chat/team-chat-settings.ts'
import { tokenOf } from '../credentials/bot-token.ts'

const baseUrl = parseServerAddress('https://chat.example.com')!
const other = parseServerAddress('https://other.example.com')!

describe('parseTeamChatChange', () => {
  it('accepts an address, which becomes canonical, and a token, both with spaces around them', () => {
    const input = { baseUrl: ' HTTPS://Chat.example.com/ ', botToken: '\ttoken\n', enabled: true }
    expect(parseTeamChatChange(input)).toEqual({
      ok: true,
      value: { baseUrl, botToken: 'token', enabled: true },
    })
  })

  it('distinguishes absent fields from null', () => {
    expect(parseTeamChatChange({})).toEqual({ ok: true, value: {} })
    const nothing = { baseUrl: null, botToken: null, enabled: false }
    expect(parseTeamChatChange(nothing)).toEqual({ ok: true, value: nothing })
  })

  it.for([
    '',
    'chat.example.com',
    'ftp://chat.example.com',
    'https://ken@chat.example.com',
    'https://chat.example.com/?a=b',
  ])('R73 refuses the address "%s"', (address) => {
    expect(parseTeamChatChange({ baseUrl: address })).toEqual({
      ok: false,
      error: { code: 'team_chat.address_invalid' },
    })
  })

  it.for(['', ' ', 'two words', 'a\r\nX-Injected: yes', 'tokén', 'x'.repeat(513)])(
    'refuses the token %j',
    (botToken) => {
      expect(parseTeamChatChange({ botToken })).toEqual({
        ok: false,
        error: { code: 'team_chat.token_invalid' },
      })
    },
  )
})

describe('changedTeamChat', () => {
  const ports = memoryPorts()
  const before = aTeamChat({ baseUrl })
  const unproven = {
    botUserId: null,
    botUsername: null,
    lastTestOk: null,
    lastTestAt: null,
    enabled: false,
  }
  const changed = (
    change: Parameters<typeof changedTeamChat>[1],
    from: TeamChatSettings = before,
  ) => changedTeamChat(from, change, ports)

  it('keeps what is absent or the same', () => {
    for (const change of [{}, { baseUrl }, { enabled: true }, { baseUrl, enabled: true }])
      expect(changed(change)).toEqual({ ok: true, value: before })
    expect(changed({ enabled: false })).toEqual({ ok: true, value: { ...before, enabled: false } })
  })

  it('R72 removes token and identity when the address changes', () => {
    for (const address of [other, null])
      expect(changed({ baseUrl: address })).toEqual({
        ok: true,
        value: { ...before, ...unproven, baseUrl: address, botTokenEnc: null },
      })
  })

  it('R72 resets the identity when the token changes, and turns off unless the change turns on', () => {
    const outcome = changed({ botToken: 'new' })
    expect(outcome).toMatchObject({ value: { ...unproven, baseUrl } })
    expect(outcome.ok && tokenOf(ports, outcome.value)).toBe('new')
    expect(changed({ botToken: 'new', enabled: true })).toMatchObject({
      value: { ...unproven, enabled: true },
    })
    expect(changed({ botToken: null })).toEqual({
      ok: true,
      value: { ...before, ...unproven, botTokenEnc: null },
    })
  })

  it('binds a token to its address', () => {
    const outcome = changed({ baseUrl: other, botToken: 'new' }, noTeamChat)
    expect(outcome).toMatchObject({
      value: { baseUrl: other, botTokenEnc: expect.stringContaining(other) },
    })
    expect(changed({ botToken: 'new' }, noTeamChat)).toEqual({
      ok: false,
      error: { code: 'team_chat.address_missing' },
    })
    expect(changed({ botToken: 'new', baseUrl: null })).toMatchObject({ ok: false })
  })
})

it('isSameBot compares address and token, and nothing else', () => {
  const settings = aTeamChat()
  expect(
    isSameBot(settings, { ...settings, enabled: false, botUserId: null, lastTestOk: null }),
  ).toBe(true)
  expect(isSameBot(settings, { ...settings, baseUrl: other })).toBe(false)
  expect(isSameBot(settings, { ...settings, botTokenEnc: 'another' })).toBe(false)
})
