import { describe, expect, it } from 'vitest'
import type { ChatProbe } from '../ports/index.ts'
import { operator } from '../model/actor.ts'
import {
  aPersonIn,
  aTeamChatIn,
  memoryPorts,
  newChatPostId,
  withTeamChat,
  type MemoryPorts,
} from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import { probeTeamChat } from './probe-team-chat.ts'
import { probeLimit } from '../chat/settings/probing.ts'
import { teamChatStatus } from './team-chat-status.ts'

const stored = (ports: MemoryPorts) => ports.database.tables.teamChat.get('bot')!
const entries = (ports: MemoryPorts) => [...ports.database.tables.audit.values()]

describe('probeTeamChat', () => {
  onlyAdministrators((ports, actor) => probeTeamChat(ports, { actor }))

  it('stores the identity of a successful probe, and turns nothing on or off', async () => {
    const ports = memoryPorts()
    const { settings } = await aTeamChatIn(ports, {
      enabled: false,
      botUserId: null,
      botUsername: null,
      lastTestOk: null,
    })
    const { id: botUserId, handle: botUsername } = ports.teamChat.identity
    const kept = {
      ...settings,
      botUserId,
      botUsername,
      lastTestOk: true,
      lastTestAt: ports.clock.now(),
    }
    const outcome = await probeTeamChat(ports, { actor: operator })
    expect(outcome).toEqual({
      ok: true,
      value: { fault: null, teamChat: await teamChatStatus(ports, kept) },
    })
    expect(stored(ports)).toEqual(kept)
    expect(entries(ports)).toMatchObject([
      { action: 'team_chat.probe', outcome: 'success', meta: { reason: null } },
    ])
  })

  it('stores a failed result, and keeps the switch and the identity', async () => {
    const ports = memoryPorts()
    const { settings } = await aTeamChatIn(ports)
    ports.teamChat.setRevoked(true)
    const kept = { ...settings, lastTestOk: false, lastTestAt: ports.clock.now() }
    expect(await probeTeamChat(ports, { actor: operator })).toEqual({
      ok: true,
      value: { fault: 'token_refused', teamChat: await teamChatStatus(ports, kept) },
    })
    expect(stored(ports)).toEqual(kept)
    expect(entries(ports)).toMatchObject([
      { outcome: 'failure', meta: { reason: 'token_refused' } },
    ])
  })

  it('stores no result and no audit entry when address or token is missing', async () => {
    const ports = memoryPorts()
    expect(await probeTeamChat(ports, { actor: operator })).toMatchObject({
      value: { fault: 'address_missing' },
    })
    expect(stored(ports)).toMatchObject({ lastTestOk: null, lastTestAt: null })
    expect(entries(ports)).toEqual([])
  })

  it('stores no result for a bot that was replaced meanwhile', async () => {
    const ports = memoryPorts()
    await aTeamChatIn(ports)
    const probe: ChatProbe<'teamchat'> = {
      probe: async (server) => {
        await aTeamChatIn(ports, { botTokenEnc: 'another', botUserId: null, lastTestOk: null })
        return ports.chatPlatforms.teamchat.probe.probe(server)
      },
    }
    const outcome = await probeTeamChat(withTeamChat(ports, { probe }), { actor: operator })
    expect(outcome).toMatchObject({
      value: { fault: null, teamChat: { lastTestOk: null, botUserId: null } },
    })
    expect(stored(ports)).toMatchObject({
      botTokenEnc: 'another',
      lastTestOk: null,
      botUserId: null,
    })
  })

  it('R48 stores nothing for a person who is no longer an Admin when the result comes', async () => {
    const ports = memoryPorts()
    const { account, actor } = await aPersonIn(ports, { role: 'Admin' })
    const { settings } = await aTeamChatIn(ports)
    const probe: ChatProbe<'teamchat'> = {
      probe: (server) => {
        ports.database.tables.accounts.set(account.id, { ...account, role: 'Member' })
        return ports.chatPlatforms.teamchat.probe.probe(server)
      },
    }
    expect(await probeTeamChat(withTeamChat(ports, { probe }), { actor })).toMatchObject({
      error: { code: 'account.forbidden' },
    })
    expect(stored(ports)).toEqual(settings)
  })

  it('R73 refuses a person after too many failed probes', async () => {
    const ports = memoryPorts()
    await aTeamChatIn(ports)
    ports.teamChat.setUnavailable(true)
    for (let time = 0; time < probeLimit.failuresMax; time += 1)
      await probeTeamChat(ports, { actor: operator })
    expect(await probeTeamChat(ports, { actor: operator })).toMatchObject({
      error: { code: 'team_chat.probes_exhausted' },
    })
  })

  it('R10 R62 R72 shows the token in no result, audit entry or log line', async () => {
    const ports = memoryPorts()
    const token = newChatPostId()
    ports.teamChat.setRevoked(true)
    await aTeamChatIn(ports, {
      botTokenEnc: `["teamchat_bot_token","${ports.teamChat.bot.baseUrl}"]${token}`,
    })
    const outcome = await probeTeamChat(ports, { actor: operator })
    expect(outcome).toMatchObject({ value: { fault: 'token_refused' } })
    expect(JSON.stringify([outcome, entries(ports), ports.log.lines])).not.toContain(token)
  })
})
