import { describe, expect, it } from 'vitest'
import { operator } from '../../model/actor.ts'
import type { TeamChatFault, TeamChatServer } from '../../ports/index.ts'
import { err } from '../../model/result.ts'
import type { TeamChatSettings } from '../../model/team-chat/team-chat-settings.ts'
import {
  aPersonIn,
  aTeamChatIn,
  memoryPorts,
  withTeamChat,
  type MemoryPorts,
} from '../../testing/index.ts'
import { teamChatSetup } from '../../team-chat/team-chat-setup.ts'
import { foundBotOf, probeBot, probeLimit } from './probing.ts'

type Actor = Parameters<typeof probeBot>[2]
const probeServer = (ports: MemoryPorts, actor: Actor, settings: TeamChatSettings) =>
  probeBot(ports, teamChatSetup, actor, settings)

/** A probe that returns a fault, and its calls. */
function failing(fault: TeamChatFault) {
  const asked: TeamChatServer[] = []
  const probe = async (server: TeamChatServer) => {
    asked.push(server)
    return err(fault)
  }
  return { asked, probe: { probe } }
}

const brokenProbe = () => Promise.reject(new Error('a fault of Ken'))

async function spend(ports: MemoryPorts, fault: TeamChatFault, times: number) {
  const { settings } = await aTeamChatIn(ports)
  const { asked, probe } = failing(fault)
  const { actor } = await aPersonIn(ports, { role: 'Admin' })
  const ask = () => probeServer(withTeamChat(ports, { probe }), actor, settings)
  for (let time = 0; time < times; time += 1) await ask()
  return { asked, ask, actor, settings }
}

describe('probeBot', () => {
  it('probes the server of the settings with its token, whether the bot is on or off', async () => {
    const ports = memoryPorts()
    const { settings } = await aTeamChatIn(ports, { enabled: false, botUserId: null })
    const value = {
      result: { ok: true, value: foundBotOf(ports.teamChat.identity) },
      wasAttempted: true,
    }
    expect(await probeServer(ports, operator, settings)).toEqual({ ok: true, value })
  })

  it.for([
    { fault: 'address_missing', overrides: { baseUrl: null } },
    { fault: 'token_missing', overrides: { botTokenEnc: null } },
    { fault: 'token_unreadable', overrides: { botTokenEnc: 'of a lost key' } },
  ] as const)(
    'reports $fault without a request if the settings are incomplete',
    async ({ fault, overrides }) => {
      const ports = memoryPorts()
      const { settings } = await aTeamChatIn(ports, overrides)
      const { asked, probe } = failing('unreachable')
      const value = { result: err(fault), wasAttempted: false }
      expect(await probeServer(withTeamChat(ports, { probe }), operator, settings)).toEqual({
        ok: true,
        value,
      })
      expect(asked).toEqual([])
      expect(ports.database.tables.attempts.size).toBe(0)
    },
  )

  it('R73 refuses a person after sixty failed probes, until ten minutes have passed', async () => {
    const ports = memoryPorts()
    const { asked, ask, settings } = await spend(ports, 'unreachable', probeLimit.failuresMax)
    expect(await ask()).toEqual({
      ok: false,
      error: { code: 'team_chat.probes_exhausted', retryAfterSeconds: 600 },
    })
    expect(asked).toHaveLength(60)
    const another = await aPersonIn(ports, { role: 'Admin' })
    expect(await probeServer(ports, another.actor, settings)).toMatchObject({
      value: { result: { ok: true } },
    })
    ports.clock.advance(600_001)
    expect(await ask()).toMatchObject({ ok: true })
  })

  it.for(['address_invalid', 'address_forbidden'] as const)(
    'R73 does not count %s, which reveals nothing about the network',
    async (fault) => {
      const { ask } = await spend(memoryPorts(), fault, 2 * probeLimit.failuresMax)
      expect(await ask()).toMatchObject({ ok: true })
    },
  )

  it('R21 does not count a probe that throws', async () => {
    const ports = memoryPorts()
    const { settings } = await aTeamChatIn(ports)
    const throwing = withTeamChat(ports, { probe: { probe: brokenProbe } })
    for (let time = 0; time <= probeLimit.failuresMax; time += 1)
      await expect(probeServer(throwing, operator, settings)).rejects.toThrow('a fault of Ken')
    expect(await probeServer(ports, operator, settings)).toMatchObject({ ok: true })
  })

  it('does not count a successful probe', async () => {
    const ports = memoryPorts()
    const { settings } = await aTeamChatIn(ports)
    for (let time = 0; time < 2 * probeLimit.failuresMax; time += 1) {
      expect(await probeServer(ports, operator, settings)).toMatchObject({
        value: { result: { ok: true } },
      })
    }
  })
})
