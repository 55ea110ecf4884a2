import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import type { TeamChatFault, TeamChatServer } from '../ports/index.ts'
import { err } from '../model/result.ts'
import { aPersonIn, aTeamChatIn, memoryPorts, type MemoryPorts } from '../testing/index.ts'
import { probeRule, probeWith } from './probing.ts'

/** A server that answers with a fault, and what it was asked. */
function failing(fault: TeamChatFault) {
  const asked: TeamChatServer[] = []
  const probe = async (server: TeamChatServer) => {
    asked.push(server)
    return err(fault)
  }
  return { asked, teamChatProbe: { probe } }
}

async function spend(ports: MemoryPorts, fault: TeamChatFault, times: number) {
  const { settings } = await aTeamChatIn(ports)
  const { asked, teamChatProbe } = failing(fault)
  const { actor } = await aPersonIn(ports, { role: 'Admin' })
  const ask = () => probeWith({ ...ports, teamChatProbe }, actor, settings)
  for (let time = 0; time < times; time += 1) await ask()
  return { asked, ask, actor, settings }
}

describe('probeWith', () => {
  it('asks the server of the settings with their token, whether the bot is on or off', async () => {
    const ports = memoryPorts()
    const { settings } = await aTeamChatIn(ports, { enabled: false, botUserId: null })
    const value = { verdict: { ok: true, value: ports.teamChat.identity }, wasAsked: true }
    expect(await probeWith(ports, operator, settings)).toEqual({ ok: true, value })
  })

  it.for([
    ['address_missing', { baseUrl: null }],
    ['token_missing', { botTokenEnc: null }],
    ['token_unreadable', { botTokenEnc: 'of a lost key' }],
  ] as const)('says %s where there is nothing to ask with, and asks nobody', async ([fault, overrides]) => {
    const ports = memoryPorts()
    const { settings } = await aTeamChatIn(ports, overrides)
    const { asked, teamChatProbe } = failing('unreachable')
    const value = { verdict: err(fault), wasAsked: false }
    expect(await probeWith({ ...ports, teamChatProbe }, operator, settings)).toEqual({ ok: true, value })
    expect(asked).toEqual([])
    expect(ports.database.tables.guesses.size).toBe(0)
  })

  it('R73 asks no more servers for whoever has had sixty asked in vain, until ten minutes have passed', async () => {
    const ports = memoryPorts()
    const { asked, ask, settings } = await spend(ports, 'unreachable', probeRule.failuresMax)
    expect(await ask()).toEqual({ ok: false, error: { code: 'team_chat.probes_exhausted', retryAfterSeconds: 600 } })
    expect(asked).toHaveLength(60)
    const another = await aPersonIn(ports, { role: 'Admin' })
    expect(await probeWith(ports, another.actor, settings)).toMatchObject({ value: { verdict: { ok: true } } })
    ports.clock.advance(600_001)
    expect(await ask()).toMatchObject({ ok: true })
  })

  it.for(['address_invalid', 'address_forbidden'] as const)(
    'R73 counts no %s, which tells nothing of the network',
    async (fault) => {
      const { ask } = await spend(memoryPorts(), fault, 2 * probeRule.failuresMax)
      expect(await ask()).toMatchObject({ ok: true })
    },
  )

  it('counts no server that serves the bot', async () => {
    const ports = memoryPorts()
    const { settings } = await aTeamChatIn(ports)
    for (let time = 0; time < 2 * probeRule.failuresMax; time += 1) {
      expect(await probeWith(ports, operator, settings)).toMatchObject({ value: { verdict: { ok: true } } })
    }
  })
})
