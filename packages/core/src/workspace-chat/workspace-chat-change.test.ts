import { describe, expect, it } from 'vitest'
import { workspaceTokensOf } from '../credentials/workspace-chat-tokens.ts'
import { err, ok } from '../model/result.ts'
import { aWorkspaceChatIn, memoryPorts, noWorkspaceChat, valueOf } from '../testing/index.ts'
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
    const removed = { botToken: null, appToken: null }
    expect(parseWorkspaceChatChange(removed)).toEqual(ok(removed))
    expect(parseWorkspaceChatChange({})).toEqual(ok({}))
  })

  it('R225 refuses a token in the wrong field, of a person, and what is none', () => {
    for (const text of [appToken, 'xoxp-1111111111-22', 'xoxe.xoxb-1-abcdefghijkl', '', 'xoxb-'])
      expect(parseWorkspaceChatChange({ botToken: text })).toEqual(invalid('bot'))
    for (const text of [botToken, '', 'xapp-', 'xapp-1-A0123', `${appToken}\r\nX: y`])
      expect(parseWorkspaceChatChange({ appToken: text })).toEqual(invalid('app'))
  })
})

describe('changedWorkspaceChat', () => {
  it('encrypts both tokens for the app of the app token', () => {
    const ports = memoryPorts()
    const change = { botToken, appToken, enabled: true }
    const after = valueOf(changedWorkspaceChat(noWorkspaceChat, change, ports))
    expect(after).toMatchObject({ appId: 'A0123ABCDEF', enabled: true, workspaceId: null })
    expect(workspaceTokensOf(ports, after)).toEqual({ botToken, appToken })
    expect(JSON.stringify({ ...after, botTokenEnc: '', appTokenEnc: '' })).not.toContain('xoxb')
  })

  it('refuses a bot token while no app is known to encrypt it for', () => {
    expect(changedWorkspaceChat(noWorkspaceChat, { botToken }, memoryPorts())).toEqual(
      err({ code: 'workspace_chat.app_unknown' }),
    )
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
    for (const field of ['botTokenEnc', 'appTokenEnc'])
      expect(isSameWorkspaceBot(settings, { ...settings, [field]: 'other' })).toBe(false)
  })
})
