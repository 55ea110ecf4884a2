import { describe, expect, it } from 'vitest'
import { ok } from '../model/result.ts'
import { aDate, aTeamChat, aTeamChatIn, memoryPorts, newId, noTeamChat } from '../testing/index.ts'
import { teamChatStatus } from './team-chat-status.ts'

const unconnected = { state: 'not_connected', since: null, dropped: {} }

describe('teamChatStatus', () => {
  it('R72 shows everything but the token', async () => {
    const { botTokenEnc, ...rest } = aTeamChat({ botTokenEnc: 'canary' })
    const shown = await teamChatStatus(memoryPorts(), { ...rest, botTokenEnc })
    const delivery = { ...unconnected, reason: 'no_listener' }
    const updatedAt = expect.any(Date) as Date
    expect(shown).toEqual({ ...rest, hasToken: true, isAvailable: true, updatedAt, delivery })
    expect(JSON.stringify(shown)).not.toContain('canary')
  })

  it('reports a bot that is off, or not set up, as not connected for that reason', async () => {
    const ports = memoryPorts()
    const off = { hasToken: false, isAvailable: false, delivery: { ...unconnected, reason: 'off' } }
    expect(await teamChatStatus(ports, noTeamChat)).toMatchObject(off)
    const { settings } = await aTeamChatIn(ports, { enabled: false })
    await ports.chatHealth.beat(ports.teamChat.identity.id, {
      state: 'listening',
      since: aDate,
    })
    expect(await teamChatStatus(ports, settings)).toMatchObject({ delivery: off.delivery })
  })

  it('shows the last report of the listener of that bot for 90 seconds', async () => {
    const ports = memoryPorts()
    const { settings, bot } = await aTeamChatIn(ports)
    await ports.chatHealth.beat('another', { state: 'listening', since: aDate })
    const silent = { delivery: { ...unconnected, reason: 'no_listener' } }
    expect(await teamChatStatus(ports, settings)).toMatchObject(silent)
    await ports.chatHealth.beat(bot.botId, { state: 'listening', since: aDate })
    const listening = { state: 'listening', since: aDate, reason: null, dropped: {} }
    expect((await teamChatStatus(ports, settings)).delivery).toEqual(listening)
    await ports.chatHealth.beat(bot.botId, {
      state: 'not_connected',
      since: aDate,
      reason: 'token_refused',
    })
    const refused = { ...unconnected, since: aDate, reason: 'token_refused' }
    expect((await teamChatStatus(ports, settings)).delivery).toEqual(refused)
    ports.clock.advance(90_000)
    expect(await teamChatStatus(ports, settings)).toMatchObject(silent)
  })

  it('counts the dropped events of that bot, also while it is off', async () => {
    const ports = memoryPorts()
    const { settings, bot } = await aTeamChatIn(ports)
    await ports.transact(async ({ chatMarks }) =>
      ok(await chatMarks.addDropped(bot.botId, newId(), { webhook: 2, not_direct: 1 })),
    )
    const dropped = { webhook: 2, not_direct: 1 }
    expect((await teamChatStatus(ports, settings)).delivery.dropped).toEqual(dropped)
    expect((await teamChatStatus(ports, { ...settings, enabled: false })).delivery.dropped).toEqual(
      dropped,
    )
    expect(
      (await teamChatStatus(ports, { ...settings, botUserId: 'another' })).delivery.dropped,
    ).toEqual({})
  })
})
