import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { ok } from '../model/result.ts'
import {
  aPersonIn,
  aTeamChatIn,
  memoryPorts,
  newChatPostId,
  noTeamChat,
  type MemoryPorts,
} from '../testing/index.ts'
import { watchedProbe } from '../testing/builders/watched-probe.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import { changeTeamChat, type ChangeTeamChat } from './change-team-chat.ts'
import { probeLimit } from '../chat/settings/probing.ts'
import { teamChatStatus } from './team-chat-status.ts'
import { tokenOf } from '../credentials/bot-token.ts'

const stored = (ports: MemoryPorts) => ports.database.tables.teamChat.get('bot')!
const entries = (ports: MemoryPorts) => [...ports.database.tables.audit.values()]
const change = (ports: MemoryPorts, input: Omit<ChangeTeamChat, 'actor'>) =>
  changeTeamChat(ports, { actor: operator, ...input })
const serverOf = ({ teamChat: { bot } }: MemoryPorts) => ({
  baseUrl: bot.baseUrl,
  botToken: bot.token,
})
const failedWith = (reason: string) => ({
  ok: false,
  error: { code: 'team_chat.probe_failed', reason },
})

describe('changeTeamChat', () => {
  onlyAdministrators((ports, actor) =>
    changeTeamChat(ports, { actor, ...serverOf(ports), enabled: true }),
  )

  it('turns the bot on when the server confirms its identity, and stores the identity', async () => {
    const ports = memoryPorts()
    const { id: botUserId, handle: botUsername } = ports.teamChat.identity
    const proven = {
      botUserId,
      botUsername,
      enabled: true,
      lastTestOk: true,
      lastTestAt: ports.clock.now(),
    }
    const outcome = await change(ports, { ...serverOf(ports), enabled: true })
    expect(outcome).toMatchObject({
      ok: true,
      value: { ...proven, isAvailable: true, hasToken: true },
    })
    expect(stored(ports)).toMatchObject(proven)
    expect(tokenOf(ports, stored(ports))).toBe(ports.teamChat.bot.token)
  })

  it('accepts one setting after the other, and probes only when the bot is turned on', async () => {
    const { ports, probed } = watchedProbe()
    const { baseUrl, botToken } = serverOf(ports)
    expect(await change(ports, { baseUrl })).toMatchObject({
      value: { baseUrl, hasToken: false, enabled: false },
    })
    expect(await change(ports, { botToken })).toMatchObject({
      value: { hasToken: true, enabled: false, lastTestOk: null },
    })
    expect(probed).toEqual([])
    expect(await change(ports, { enabled: true })).toMatchObject({ value: { isAvailable: true } })
    expect(probed).toEqual([{ baseUrl, token: botToken }])
  })

  it('keeps the bot off when the probe fails, with the reason, and stores the settings for another attempt', async () => {
    const ports = memoryPorts()
    ports.teamChat.setRevoked(true)
    const { baseUrl } = serverOf(ports)
    expect(await change(ports, { ...serverOf(ports), enabled: true })).toEqual(
      failedWith('token_refused'),
    )
    const failed = {
      baseUrl,
      enabled: false,
      lastTestOk: false,
      lastTestAt: ports.clock.now(),
      botUserId: null,
    }
    expect(stored(ports)).toMatchObject(failed)
    ports.teamChat.setRevoked(false)
    ports.teamChat.setUnavailable(true)
    expect(await change(ports, { enabled: true })).toEqual(failedWith('unreachable'))
    expect(stored(ports)).toMatchObject(failed)
    ports.teamChat.setUnavailable(false)
    expect(await change(ports, { enabled: true })).toMatchObject({
      value: { isAvailable: true, lastTestOk: true },
    })
  })

  it('refuses to turn on a bot without address or token, without a probe', async () => {
    const { ports, probed } = watchedProbe()
    expect(await change(ports, { enabled: true })).toEqual(failedWith('address_missing'))
    const { baseUrl } = serverOf(ports)
    expect(await change(ports, { baseUrl, enabled: true })).toEqual(failedWith('token_missing'))
    expect(stored(ports)).toEqual({ ...noTeamChat, baseUrl })
    expect(probed).toEqual([])
  })

  it('keeps the settings of a bot that is on when another token or address is not verified', async () => {
    const ports = memoryPorts()
    const { settings } = await aTeamChatIn(ports)
    expect(await change(ports, { botToken: newChatPostId(), enabled: true })).toEqual(
      failedWith('token_refused'),
    )
    expect(stored(ports)).toEqual(settings)
    const elsewhere = { baseUrl: 'https://other.example.com', botToken: newChatPostId() }
    expect(await change(ports, { ...elsewhere, enabled: true })).toEqual(failedWith('unreachable'))
    expect(stored(ports)).toEqual(settings)
  })

  it('turns off without a probe', async () => {
    const { ports, probed } = watchedProbe()
    const { settings } = await aTeamChatIn(ports)
    ports.teamChat.setUnavailable(true)
    expect(await change(ports, { enabled: false })).toEqual({
      ok: true,
      value: await teamChatStatus(ports, { ...settings, enabled: false }),
    })
    expect(stored(ports)).toEqual({ ...settings, enabled: false })
    expect(probed).toEqual([])
  })

  it('starts the high-water mark when the bot is turned on, so that earlier posts are not answered', async () => {
    const ports = memoryPorts()
    const { botId } = ports.teamChat.bot
    const mark = () => ports.database.tables.chatMarks.get(botId)?.mark?.storedUntil ?? null
    const on = ports.clock.now()
    await change(ports, { ...serverOf(ports), enabled: true })
    expect(mark()).toEqual(on)
    const until = new Date(on.getTime() + 60_000)
    await ports.transact(async ({ chatMarks }) => ok(await chatMarks.advance(botId, until)))
    // The same bot with another token keeps its mark.
    await change(ports, { botToken: ports.teamChat.bot.token, enabled: true })
    expect(mark()).toEqual(until)
    await change(ports, { enabled: false })
    expect(mark()).toBeNull()
    ports.clock.advance(600_000)
    await change(ports, { enabled: true })
    expect(mark()).toEqual(ports.clock.now())
  })

  it('probes again before it turns on a bot that was on before', async () => {
    const { ports, probed } = watchedProbe()
    await aTeamChatIn(ports, { enabled: false })
    ports.teamChat.setRevoked(true)
    expect(await change(ports, { enabled: true })).toEqual(failedWith('token_refused'))
    expect(probed).toHaveLength(1)
  })

  it('changes and audits nothing when the settings are the same', async () => {
    const { ports, probed } = watchedProbe()
    const { settings } = await aTeamChatIn(ports)
    for (const input of [{}, { enabled: true }, { baseUrl: `${settings.baseUrl}/` }])
      expect(await change(ports, input)).toEqual({
        ok: true,
        value: await teamChatStatus(ports, settings),
      })
    expect(probed).toEqual([])
    expect(entries(ports)).toEqual([])
  })

  it('does not turn on what was changed during the probe', async () => {
    const elsewhere = { baseUrl: 'https://other.example.com' }
    const { ports } = watchedProbe((inner) =>
      changeTeamChat(inner, { actor: operator, ...elsewhere }),
    )
    await aTeamChatIn(ports, { enabled: false })
    const outcome = await change(ports, { enabled: true })
    expect(outcome).toEqual({ ok: false, error: { code: 'team_chat.changed_meanwhile' } })
    expect(stored(ports)).toEqual({ ...noTeamChat, ...elsewhere })
  })

  it('turns on once for concurrent calls', async () => {
    const ports = memoryPorts()
    await aTeamChatIn(ports, { enabled: false })
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => change(ports, { enabled: true })),
    )
    expect(outcomes.map((outcome) => outcome.ok && outcome.value.isAvailable)).toEqual([
      true,
      true,
      true,
      true,
      true,
    ])
    expect(entries(ports)).toHaveLength(1)
  })

  it('keeps what was changed during a failing probe', async () => {
    const elsewhere = { baseUrl: 'https://other.example.com' }
    const { ports } = watchedProbe((inner) =>
      changeTeamChat(inner, { actor: operator, ...elsewhere }),
    )
    await aTeamChatIn(ports, { enabled: false })
    ports.teamChat.setRevoked(true)
    expect(await change(ports, { enabled: true })).toEqual(failedWith('token_refused'))
    expect(stored(ports)).toEqual({ ...noTeamChat, ...elsewhere })
  })

  it('R48 turns nothing on for a person who is no longer an Admin after the probe', async () => {
    const { ports } = watchedProbe(({ database: { tables } }) =>
      tables.accounts.forEach((account, id) =>
        tables.accounts.set(id, { ...account, role: 'Member' }),
      ),
    )
    const { actor } = await aPersonIn(ports, { role: 'Admin' })
    const outcome = await changeTeamChat(ports, { actor, ...serverOf(ports), enabled: true })
    expect(outcome).toEqual({ ok: false, error: { code: 'account.forbidden' } })
    expect(stored(ports)).toEqual(noTeamChat)
  })

  it('R73 refuses a person after too many failed probes', async () => {
    const ports = memoryPorts()
    ports.teamChat.setUnavailable(true)
    for (let time = 0; time < probeLimit.failuresMax; time += 1)
      await change(ports, { ...serverOf(ports), enabled: true })
    const exhausted = {
      ok: false,
      error: { code: 'team_chat.probes_exhausted', retryAfterSeconds: 600 },
    }
    expect(await change(ports, { enabled: true })).toEqual(exhausted)
    expect(await change(ports, { enabled: false, baseUrl: null })).toMatchObject({ ok: true })
  })

  it('R62 audits every change and every refusal to turn on, without the token', async () => {
    const ports = memoryPorts()
    const { actor } = await aPersonIn(ports, { role: 'Admin' })
    const { baseUrl, botToken } = serverOf(ports)
    const asAdmin = (input: Omit<ChangeTeamChat, 'actor'>) =>
      changeTeamChat(ports, { actor, ...input })
    await asAdmin({ baseUrl, botToken, enabled: true })
    await asAdmin({ botToken: `${botToken}x`, enabled: true })
    await asAdmin({ enabled: false })
    await asAdmin({ baseUrl: null })
    const entry = {
      action: 'team_chat.change',
      target: 'settings:team_chat',
      actorId: actor.userId,
      outcome: 'success',
    }
    const meta = { base_url: baseUrl, before: baseUrl, token: 'kept' }
    expect(entries(ports)).toMatchObject([
      {
        ...entry,
        meta: { ...meta, before: null, token: 'replaced', enabled: true, was_enabled: false },
      },
      {
        ...entry,
        outcome: 'failure',
        meta: { ...meta, token: 'replaced', enabled: true, reason: 'token_refused' },
      },
      { ...entry, meta: { ...meta, enabled: false, was_enabled: true } },
      {
        ...entry,
        meta: { ...meta, base_url: null, token: 'removed', enabled: false, was_enabled: false },
      },
    ])
    expect(JSON.stringify([entries(ports), ports.log.lines])).not.toContain(botToken)
  })
})
