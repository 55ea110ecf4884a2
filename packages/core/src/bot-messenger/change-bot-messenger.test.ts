import { describe, expect, it } from 'vitest'
import { webhookSecretOf } from '../credentials/bot-messenger-token.ts'
import { operator } from '../model/actor.ts'
import { ok } from '../model/result.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import {
  aBotMessengerIn,
  anIdentityIn,
  aPersonIn,
  aTeamChatIn,
  memoryMessenger,
  memoryMessengerProbe,
  memoryPorts,
  valueOf,
  withBotMessenger,
} from '../testing/index.ts'
import { changeBotMessenger } from './change-bot-messenger.ts'
import { showBotMessenger } from './show-bot-messenger.ts'

const auditOf = (ports: ReturnType<typeof memoryPorts>) =>
  [...ports.database.tables.audit.values()].map(({ action, outcome, meta }) => ({
    action,
    outcome,
    meta,
  }))

describe('changeBotMessenger', () => {
  onlyAdministrators((ports, actor) => changeBotMessenger(ports, { actor, enabled: false }))

  it('turns the bot on once the platform confirmed it, and off without asking', async () => {
    const ports = memoryPorts()
    const { bot, identity } = ports.messenger
    const on = await changeBotMessenger(ports, {
      actor: operator,
      botToken: bot.token,
      enabled: true,
    })
    expect(valueOf(on)).toMatchObject({
      botUserId: identity.id,
      botUsername: 'ken',
      enabled: true,
      isAvailable: true,
      lastTestOk: true,
    })
    expect(ports.database.tables.chatMarks.get(bot.botId)?.mark).not.toBeNull()
    ports.messenger.setUnavailable(true)
    const off = await changeBotMessenger(ports, { actor: operator, enabled: false })
    expect(valueOf(off)).toMatchObject({ enabled: false, isAvailable: false })
    expect(ports.database.tables.chatMarks.get(bot.botId)?.mark).toBeNull()
    expect(auditOf(ports)).toMatchObject([
      { action: 'bot_messenger.change', outcome: 'success', meta: { token: 'replaced' } },
      { action: 'bot_messenger.change', outcome: 'success', meta: { enabled: false } },
    ])
    expect(JSON.stringify(auditOf(ports))).not.toContain(bot.token)
  })

  it('changes the transport without asking the platform, and audits it without the secret', async () => {
    const ports = memoryPorts()
    const { bot } = await aBotMessengerIn(ports)
    const mark = () => ports.database.tables.chatMarks.get(bot.botId)?.mark
    await ports.transact(async ({ chatMarks }) => ({
      ok: true,
      value: await chatMarks.begin(bot.botId, new Date(0)),
    }))
    const before = mark()
    ports.messenger.setUnavailable(true)
    const changed = valueOf(
      await changeBotMessenger(ports, { actor: operator, transport: 'webhook' }),
    )
    const webhookAddress = 'https://ken.example.com/chat/bot_messenger/updates'
    expect(changed).toMatchObject({ transport: 'webhook', webhookAddress, enabled: true })
    expect(mark()).toEqual(before)
    const [audited] = auditOf(ports)
    expect(audited?.meta).toMatchObject({ transport: 'webhook', was_transport: 'polling' })
    const secret = webhookSecretOf(ports, ports.database.tables.botMessenger.get('bot')!)
    expect(JSON.stringify([changed, audited])).not.toContain(secret)
  })

  it('refuses a webhook when the base URL is not https, and lets the bot be turned off', async () => {
    const ports = memoryPorts()
    await aBotMessengerIn(ports)
    const { webhook } = ports.chatPlatforms.bot_messenger
    const insecure = withBotMessenger(ports, { webhook: { ...webhook, address: null } })
    const change = (input: object) => changeBotMessenger(insecure, { actor: operator, ...input })
    const refused = { ok: false, error: { code: 'bot_messenger.webhook_insecure' } }
    expect(await change({ transport: 'webhook' })).toEqual(refused)
    expect(await change({ transport: 'webhook', enabled: false })).toEqual(refused)
    expect(auditOf(ports)).toEqual([])
    // The base URL was https when the webhook was chosen.
    valueOf(await changeBotMessenger(ports, { actor: operator, transport: 'webhook' }))
    expect(valueOf(await change({ enabled: false }))).toMatchObject({ webhookAddress: null })
    expect(await change({ enabled: true })).toEqual(refused)
    expect(valueOf(await change({ transport: 'polling', enabled: true }))).toMatchObject({
      isAvailable: true,
    })
  })

  it('keeps a running bot when the platform refuses the new token', async () => {
    const ports = memoryPorts()
    const { settings } = await aBotMessengerIn(ports)
    const refused = await changeBotMessenger(ports, {
      actor: operator,
      botToken: `77:${'x'.repeat(35)}`,
      enabled: true,
    })
    expect(refused).toEqual({
      ok: false,
      error: { code: 'bot_messenger.probe_failed', reason: 'token_refused' },
    })
    expect(ports.database.tables.botMessenger.get('bot')).toEqual(settings)
  })

  it('R226 ends the links of its own people when another bot is set, and nothing of team chat', async () => {
    const ports = memoryPorts()
    const { bot: before } = await aBotMessengerIn(ports)
    const { bot: teamBot } = await aTeamChatIn(ports)
    await ports.transact(async ({ chatMarks }) => {
      await chatMarks.begin(before.botId, ports.clock.now())
      return ok(await chatMarks.begin(teamBot.botId, ports.clock.now()))
    })
    const { account } = await aPersonIn(ports)
    for (const source of ['teamchat', 'bot_messenger'])
      await anIdentityIn(ports, account, { source })
    const messenger = memoryMessenger(() => ports.clock.now())
    const changed = await changeBotMessenger(
      withBotMessenger(ports, { probe: memoryMessengerProbe(messenger) }),
      { actor: operator, botToken: messenger.bot.token, enabled: true },
    )
    expect(valueOf(changed)).toMatchObject({ botUserId: messenger.bot.botId })
    expect([...ports.database.tables.identities.values()].map(({ source }) => source)).toEqual([
      'teamchat',
    ])
    const { chatMarks } = ports.database.tables
    expect(chatMarks.get(teamBot.botId)?.mark).not.toBeNull()
    expect(chatMarks.get(before.botId)?.mark ?? null).toBeNull()
    expect(auditOf(ports).at(-1)).toMatchObject({ meta: { links_removed: 1 } })
  })

  it('R226 ends links that a service key made before the first bot, and none when that bot returns', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    const set = (botToken: string | null) =>
      changeBotMessenger(ports, { actor: operator, botToken, enabled: botToken !== null })
    const links = () => ports.database.tables.identities.size
    await anIdentityIn(ports, account, { source: 'bot_messenger' })
    valueOf(await set(ports.messenger.bot.token))
    expect(links()).toBe(0)
    expect(auditOf(ports).at(-1)).toMatchObject({ meta: { links_removed: 1 } })
    await anIdentityIn(ports, account, { source: 'bot_messenger' })
    valueOf(await set(null))
    valueOf(await set(ports.messenger.bot.token))
    expect(links()).toBe(1)
  })

  it('neither stores nor audits an address that contains a token', async () => {
    const ports = memoryPorts()
    const { settings, bot } = await aBotMessengerIn(ports)
    const pasted = await changeBotMessenger(ports, {
      actor: operator,
      apiRoot: `${settings.apiRoot}/bot${bot.token}`,
    })
    expect(pasted).toEqual({ ok: false, error: { code: 'bot_messenger.address_invalid' } })
    expect(JSON.stringify(auditOf(ports))).not.toContain(bot.token)
    const shown = valueOf(await showBotMessenger(ports, { actor: operator }))
    expect(JSON.stringify(shown)).not.toContain(bot.token)
  })
})
