import { describe, expect, it } from 'vitest'
import { workspaceTokensOf } from '../credentials/workspace-chat-tokens.ts'
import { err, ok } from '../model/result.ts'
import {
  aWorkspaceChatByRequestsIn,
  aWorkspaceChatIn,
  memoryPorts,
  noWorkspaceChat,
  valueOf,
} from '../testing/index.ts'
import {
  changedWorkspaceChat,
  isSameWorkspaceBot,
  parseWorkspaceChatChange,
} from './workspace-chat-change.ts'

const botToken = 'xoxb-1111111111-2222222222-AbCdEfGhIjKl'
const appToken = 'xapp-1-A0123ABCDEF-3333333333-0123456789abcdef'

const invalid = (field: 'bot' | 'app') =>
  err({ code: `workspace_chat.${field}_token_invalid` as const })

describe('parseWorkspaceChatChange', () => {
  it('accepts tokens with spaces around them, and leaves absent fields absent', () => {
    const input = { botToken: ` ${botToken}\n`, appToken: `\t${appToken} `, enabled: true }
    expect(parseWorkspaceChatChange(input)).toEqual(ok({ botToken, appToken, enabled: true }))
    const removed = { botToken: null, appToken: null, signingSecret: null }
    expect(parseWorkspaceChatChange(removed)).toEqual(ok(removed))
    expect(parseWorkspaceChatChange({})).toEqual(ok({}))
  })

  it('R225 refuses a secret and an app that are none, or do not fit', () => {
    const signingSecret = '0123456789abcdef0123456789abcdef'
    const named = { appToken, appId: ' A0123ABCDEF', signingSecret: `${signingSecret} ` }
    expect(parseWorkspaceChatChange(named)).toEqual(
      ok({ appToken, appId: 'A0123ABCDEF', signingSecret }),
    )
    for (const text of [botToken, appToken, '', 'short', `${signingSecret}\n${signingSecret}`])
      expect(parseWorkspaceChatChange({ signingSecret: text })).toEqual(
        err({ code: 'workspace_chat.signing_secret_invalid' }),
      )
    for (const change of [{ appId: 'a0123' }, { appId: '' }, { appToken, appId: 'A0OTHER' }])
      expect(parseWorkspaceChatChange(change)).toEqual(
        err({ code: 'workspace_chat.app_id_invalid' }),
      )
  })

  it('R225 refuses a token in the wrong field, of a person, and what is none', () => {
    for (const text of [appToken, 'xoxp-1111111111-22', 'xoxe.xoxb-1-abcdefghijkl', '', 'xoxb-'])
      expect(parseWorkspaceChatChange({ botToken: text })).toEqual(invalid('bot'))
    for (const text of [botToken, '', 'xapp-', 'xapp-1-A0123', `${appToken}\r\nX: y`])
      expect(parseWorkspaceChatChange({ appToken: text })).toEqual(invalid('app'))
  })
})

describe('questions to suggest', () => {
  const prompts = [' Who is on call? ', 'Где принтер?']
  const kept = ['Who is on call?', 'Где принтер?']

  it('are kept without what surrounds them', () => {
    expect(parseWorkspaceChatChange({ prompts })).toEqual(ok({ prompts: kept }))
    expect(parseWorkspaceChatChange({ prompts: [] })).toEqual(ok({ prompts: [] }))
  })

  it.each([
    [['one', 'two', 'three', 'four', 'five']],
    [['']],
    [[' ']],
    [['x'.repeat(76)]],
    [['two\nlines']],
    [['hidden\u200bspace']],
    [['reordered \u202e']],
  ])('are refused: %j', (texts) => {
    expect(parseWorkspaceChatChange({ prompts: texts })).toEqual(
      err({ code: 'workspace_chat.prompts_invalid' }),
    )
  })

  it('stay when tokens change, and change without a probe', () => {
    const ports = memoryPorts()
    const first = { botToken, appToken, hasAiFeatures: true, prompts: kept }
    const before = valueOf(changedWorkspaceChat(noWorkspaceChat, first, ports))
    expect(before).toMatchObject({ hasAiFeatures: true, prompts: kept })
    const replaced = valueOf(changedWorkspaceChat(before, { botToken: `${botToken}x` }, ports))
    expect(replaced).toMatchObject({ hasAiFeatures: true, prompts: kept, scopes: null })
    const after = valueOf(
      changedWorkspaceChat(before, { hasAiFeatures: false, prompts: [] }, ports),
    )
    expect(after).toEqual({ ...before, hasAiFeatures: false, prompts: [] })
    expect(isSameWorkspaceBot(before, after)).toBe(true)
  })
})

describe('changedWorkspaceChat', () => {
  it('encrypts both tokens for the app of the app token', () => {
    const ports = memoryPorts()
    const change = { botToken, appToken, enabled: true }
    const after = valueOf(changedWorkspaceChat(noWorkspaceChat, change, ports))
    expect(after).toMatchObject({ appId: 'A0123ABCDEF', enabled: true, workspaceId: null })
    expect(workspaceTokensOf(ports, after)).toEqual({ botToken, appToken, signingSecret: null })
    expect(JSON.stringify({ ...after, botTokenEnc: '', appTokenEnc: '' })).not.toContain('xoxb')
  })

  it('refuses a bot token while no app is known to encrypt it for', () => {
    expect(changedWorkspaceChat(noWorkspaceChat, { botToken }, memoryPorts())).toEqual(
      err({ code: 'workspace_chat.app_unknown' }),
    )
    expect(
      changedWorkspaceChat(noWorkspaceChat, { signingSecret: 'a secret' }, memoryPorts()),
    ).toEqual(err({ code: 'workspace_chat.app_unknown' }))
  })

  it('encrypts bot token and secret for the app that is named, without an app token', () => {
    const ports = memoryPorts()
    const change = { botToken, signingSecret: 'a secret', appId: 'A0123ABCDEF' } as const
    const after = valueOf(
      changedWorkspaceChat(noWorkspaceChat, { ...change, transport: 'http' }, ports),
    )
    expect(after).toMatchObject({ appId: 'A0123ABCDEF', appTokenEnc: null, enabled: false })
    expect(workspaceTokensOf(ports, after)).toEqual({
      botToken,
      appToken: null,
      signingSecret: 'a secret',
    })
    const other = valueOf(changedWorkspaceChat(after, { appId: 'A0OTHER' }, ports))
    expect(other).toMatchObject({ botTokenEnc: null, signingSecretEnc: null, appId: 'A0OTHER' })
  })

  it('keeps the bot on when transport or secret change, and turns it off without the secret it needs', async () => {
    const ports = memoryPorts()
    const { settings } = await aWorkspaceChatIn(ports)
    const both = valueOf(
      changedWorkspaceChat(settings, { signingSecret: 'a secret', transport: 'http' }, ports),
    )
    const { signingSecretEnc } = both
    expect(both).toEqual({ ...settings, transport: 'http', signingSecretEnc })
    const removed = valueOf(changedWorkspaceChat(both, { signingSecret: null }, ports))
    expect(removed).toMatchObject({ enabled: false, signingSecretEnc: null })
    const unused = { ...both, transport: 'socket' as const }
    expect(changedWorkspaceChat(unused, { signingSecret: null }, ports)).toEqual(ok(settings))
  })

  it('keeps the bot on when an app token is given that is not in use yet, or not any more', async () => {
    const ports = memoryPorts()
    const { settings } = await aWorkspaceChatByRequestsIn(ports, 'a secret')
    const unused = ports.workspace.bot.appToken ?? ''
    const given = valueOf(changedWorkspaceChat(settings, { appToken: unused }, ports))
    expect(given).toEqual({ ...settings, appTokenEnc: given.appTokenEnc })
    for (const change of [
      { transport: 'socket' as const },
      { transport: 'socket' as const, appToken: unused },
    ])
      expect(changedWorkspaceChat(given, change, ports)).toMatchObject({
        value: { enabled: true, transport: 'socket' },
      })
    const back = { transport: 'http', appToken: null } as const
    const changed = changedWorkspaceChat({ ...given, transport: 'socket' }, back, ports)
    expect(changed).toEqual(ok(settings))
    const without = { transport: 'socket', appToken: null } as const
    expect(changedWorkspaceChat(given, without, ports)).toMatchObject({ value: { enabled: false } })
  })

  it('R225 keeps no bot token for another app, and what is known of the bot for the same app only', async () => {
    const ports = memoryPorts()
    const { settings } = await aWorkspaceChatIn(ports)
    const { appId, workspaceId, workspaceName, botUserId, appTokenEnc } = settings
    const other = valueOf(changedWorkspaceChat(settings, { appToken }, ports))
    expect(other).toMatchObject({
      appId: 'A0123ABCDEF',
      botTokenEnc: null,
      botUserId: null,
      workspaceId: null,
      workspaceName: null,
      enabled: false,
    })
    const same = valueOf(changedWorkspaceChat(settings, { botToken }, ports))
    expect(same).toMatchObject({ appId, workspaceId, workspaceName, botUserId, appTokenEnc })
    expect(same).toMatchObject({ botUsername: null, lastTestOk: null, enabled: false })
    const removed = valueOf(changedWorkspaceChat(settings, { appToken: null }, ports))
    expect(removed).toMatchObject({ appId, appTokenEnc: null, botTokenEnc: settings.botTokenEnc })
  })

  it('only switches the bot if no token is given', async () => {
    const ports = memoryPorts()
    const { settings } = await aWorkspaceChatIn(ports)
    const off = { ...settings, enabled: false }
    expect(changedWorkspaceChat(settings, { enabled: false }, ports)).toEqual(ok(off))
    expect(changedWorkspaceChat(settings, {}, ports)).toEqual(ok(settings))
    expect(isSameWorkspaceBot(settings, off)).toBe(true)
    for (const field of ['botTokenEnc', 'appTokenEnc', 'signingSecretEnc', 'transport'])
      expect(isSameWorkspaceBot(settings, { ...settings, [field]: 'other' })).toBe(false)
  })
})
