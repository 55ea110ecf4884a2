import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { ok } from '../model/result.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import {
  aBotMessengerIn,
  anIdentityIn,
  aPersonIn,
  aWorkspaceChatIn,
  memoryPorts,
  memoryWorkspace,
  memoryWorkspaceProbe,
  valueOf,
  withWorkspaceChat,
} from '../testing/index.ts'
import { changeWorkspaceChat } from './change-workspace-chat.ts'

const auditOf = (ports: ReturnType<typeof memoryPorts>) =>
  [...ports.database.tables.audit.values()].map(({ action, outcome, meta }) => ({
    action,
    outcome,
    meta,
  }))

const signingSecret = '0123456789abcdef0123456789abcdef'

describe('changeWorkspaceChat', () => {
  onlyAdministrators((ports, actor) => changeWorkspaceChat(ports, { actor, enabled: false }))

  it('turns the bot on once the platform confirmed it, and off without asking', async () => {
    const ports = memoryPorts()
    const { bot } = ports.workspace
    const { botToken, appToken, appId, workspaceId, botId } = bot
    const tokens = { botToken, appToken }
    const on = await changeWorkspaceChat(ports, { actor: operator, ...tokens, enabled: true })
    expect(valueOf(on)).toMatchObject({
      appId,
      workspaceId,
      workspaceName: 'Example',
      botUserId: botId,
      botUsername: 'ken',
      isAvailable: true,
      lastTestOk: true,
    })
    expect(ports.database.tables.chatMarks.get(botId)?.mark).not.toBeNull()
    ports.workspace.setUnavailable(true)
    const off = await changeWorkspaceChat(ports, { actor: operator, enabled: false })
    expect(valueOf(off)).toMatchObject({ enabled: false, isAvailable: false })
    expect(ports.database.tables.chatMarks.get(botId)?.mark).toBeNull()
    expect(auditOf(ports)).toMatchObject([
      {
        action: 'workspace_chat.change',
        outcome: 'success',
        meta: { app: appId, token: 'replaced', app_token: 'replaced' },
      },
      { action: 'workspace_chat.change', outcome: 'success', meta: { enabled: false } },
    ])
    for (const token of [botToken, appToken])
      expect(JSON.stringify(auditOf(ports))).not.toContain(token)
  })

  it('keeps a running bot when the platform refuses the new token', async () => {
    const ports = memoryPorts()
    const { settings } = await aWorkspaceChatIn(ports)
    const refused = await changeWorkspaceChat(ports, {
      actor: operator,
      botToken: 'xoxb-unknown-unknown',
      enabled: true,
    })
    expect(refused).toEqual({
      ok: false,
      error: { code: 'workspace_chat.probe_failed', reason: 'token_refused' },
    })
    expect(ports.database.tables.workspaceChat.get('bot')).toEqual(settings)
  })

  it('R226 ends the links of its own people when another app is set, and no others', async () => {
    const ports = memoryPorts()
    await aWorkspaceChatIn(ports)
    await aBotMessengerIn(ports)
    const { account } = await aPersonIn(ports)
    for (const source of ['bot_messenger', 'workspace_chat'])
      await anIdentityIn(ports, account, { source })
    const workspace = memoryWorkspace(() => ports.clock.now())
    const { botToken, appToken, workspaceId } = workspace.bot
    const changed = await changeWorkspaceChat(
      withWorkspaceChat(ports, { probe: memoryWorkspaceProbe(workspace) }),
      { actor: operator, botToken, appToken, enabled: true },
    )
    expect(valueOf(changed)).toMatchObject({ workspaceId })
    expect([...ports.database.tables.identities.values()].map(({ source }) => source)).toEqual([
      'bot_messenger',
    ])
    expect(auditOf(ports).at(-1)).toMatchObject({ meta: { links_removed: 1 } })
  })

  it('R226 ends links that a service key made before the first bot, and none when that bot returns', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    const { botToken, appToken } = ports.workspace.bot
    const set = (isOn: boolean) =>
      changeWorkspaceChat(ports, {
        actor: operator,
        botToken: isOn ? botToken : null,
        appToken: isOn ? appToken : null,
        enabled: isOn,
      })
    const links = () => ports.database.tables.identities.size
    await anIdentityIn(ports, account, { source: 'workspace_chat' })
    valueOf(await set(true))
    expect(links()).toBe(0)
    await anIdentityIn(ports, account, { source: 'workspace_chat' })
    valueOf(await set(false))
    valueOf(await set(true))
    expect(links()).toBe(1)
  })

  it('R225 neither stores nor audits a token in the wrong field', async () => {
    const ports = memoryPorts()
    const { settings, bot } = await aWorkspaceChatIn(ports)
    const swapped = await changeWorkspaceChat(ports, {
      actor: operator,
      botToken: bot.appToken,
      appToken: bot.botToken,
    })
    expect(swapped).toEqual({ ok: false, error: { code: 'workspace_chat.bot_token_invalid' } })
    expect(ports.database.tables.workspaceChat.get('bot')).toEqual(settings)
    expect(auditOf(ports)).toEqual([])
  })

  it('changes the transport of a running bot, to requests at an https address alone', async () => {
    const ports = memoryPorts()
    await aWorkspaceChatIn(ports)
    const change = { actor: operator, transport: 'http', signingSecret } as const
    for (const baseUrl of [undefined, 'http://ken.example.com', 'https'])
      expect(
        await changeWorkspaceChat(ports, { ...change, ...(baseUrl !== undefined && { baseUrl }) }),
      ).toEqual({ ok: false, error: { code: 'workspace_chat.base_url_insecure' } })
    expect(auditOf(ports)).toEqual([])
    const baseUrl = 'https://ken.example.com'
    const changed = await changeWorkspaceChat(ports, { ...change, baseUrl })
    expect(valueOf(changed)).toMatchObject({ transport: 'http', isAvailable: true })
    const without = await changeWorkspaceChat(ports, { actor: operator, signingSecret: null })
    expect(valueOf(without)).toMatchObject({ isAvailable: false, hasSigningSecret: false })
    const back = { actor: operator, transport: 'socket', enabled: true } as const
    expect(valueOf(await changeWorkspaceChat(ports, back))).toMatchObject({ isAvailable: true })
    expect(auditOf(ports)).toMatchObject([
      { meta: { transport: 'http', signing_secret: 'replaced', app_token: 'kept' } },
      { meta: { enabled: false, signing_secret: 'removed' } },
      { meta: { enabled: true, transport: 'socket' } },
    ])
    expect(JSON.stringify(auditOf(ports))).not.toContain(signingSecret)
  })

  it('keeps the mark of a bot that stays on with another transport, so that nothing is lost', async () => {
    const ports = memoryPorts()
    const { bot } = await aWorkspaceChatIn(ports)
    const from = new Date('2020-01-01T00:00:00Z')
    await ports.transact(async ({ chatMarks }) => ok(await chatMarks.begin(bot.botId, from)))
    const baseUrl = 'https://ken.example.com'
    for (const transport of ['http', 'socket'] as const) {
      const change = { actor: operator, transport, signingSecret, baseUrl }
      valueOf(await changeWorkspaceChat(ports, change))
      expect(ports.database.tables.chatMarks.get(bot.botId)?.mark?.startedAt).toEqual(from)
    }
    ports.workspace.setUnavailable(true)
    const refused = await changeWorkspaceChat(ports, {
      actor: operator,
      transport: 'http',
      baseUrl,
    })
    expect(refused).toMatchObject({ error: { reason: 'unreachable' } })
    expect(ports.database.tables.workspaceChat.get('bot')).toMatchObject({ transport: 'socket' })
  })

  it('R227 lets only an Owner turn matching by address on, and an Admin turn it off', async () => {
    const ports = memoryPorts()
    await aWorkspaceChatIn(ports)
    const set = async (role: 'Owner' | 'Admin', matchesByEmail: boolean) => {
      const { actor } = await aPersonIn(ports, { role })
      return changeWorkspaceChat(ports, { actor: { ...actor, role: 'Owner' }, matchesByEmail })
    }
    const forbidden = { ok: false, error: { code: 'account.forbidden' } }
    expect(await set('Admin', true)).toEqual(forbidden)
    expect(auditOf(ports)).toEqual([])
    expect(valueOf(await set('Owner', true))).toMatchObject({ matchesByEmail: true, enabled: true })
    ports.workspace.setUnavailable(true)
    expect(valueOf(await set('Admin', true))).toMatchObject({ matchesByEmail: true })
    expect(valueOf(await set('Admin', false))).toMatchObject({ matchesByEmail: false })
    expect(auditOf(ports)).toMatchObject([
      { meta: { match_by_email: true } },
      { meta: { match_by_email: false } },
    ])
  })

  it('R226 ends matching by address with the workspace that an Owner turned it on for', async () => {
    const ports = memoryPorts()
    await aWorkspaceChatIn(ports, { matchesByEmail: true })
    const { actor } = await aPersonIn(ports, { role: 'Admin' })
    const { bot } = ports.workspace
    const renewed = await changeWorkspaceChat(ports, {
      actor,
      botToken: bot.botToken,
      enabled: true,
    })
    expect(valueOf(renewed)).toMatchObject({ matchesByEmail: true })
    await aWorkspaceChatIn(ports, { matchesByEmail: true, workspaceId: 'T0BEFORE', enabled: false })
    const moved = await changeWorkspaceChat(ports, { actor, enabled: true })
    expect(valueOf(moved)).toMatchObject({ workspaceId: bot.workspaceId, matchesByEmail: false })
    await aWorkspaceChatIn(ports, { matchesByEmail: true })
    const other = memoryWorkspace(() => ports.clock.now()).bot
    const replaced = await changeWorkspaceChat(ports, { actor, appToken: other.appToken })
    expect(valueOf(replaced)).toMatchObject({ appId: other.appId, matchesByEmail: false })
  })

  it('R227 turns matching by address on for a confirmed workspace alone', async () => {
    const ports = memoryPorts()
    const { botToken, appToken } = ports.workspace.bot
    const unknown = { ok: false, error: { code: 'workspace_chat.workspace_unknown' } }
    const on = { actor: operator, matchesByEmail: true }
    expect(await changeWorkspaceChat(ports, on)).toEqual(unknown)
    const tokens = { botToken, appToken, enabled: true }
    expect(await changeWorkspaceChat(ports, { ...on, ...tokens })).toEqual(unknown)
    valueOf(await changeWorkspaceChat(ports, { actor: operator, ...tokens }))
    expect(valueOf(await changeWorkspaceChat(ports, on))).toMatchObject({ matchesByEmail: true })
  })
})
