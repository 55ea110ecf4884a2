import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { aTeamChatIn, memoryPorts } from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import { showTeamChat } from './show-team-chat.ts'
import { teamChatStatus } from './team-chat-status.ts'

describe('showTeamChat', () => {
  onlyAdministrators((ports, actor) => showTeamChat(ports, { actor }))

  it('R72 shows how the bot is set up, without its token', async () => {
    const ports = memoryPorts()
    const { settings } = await aTeamChatIn(ports)
    const outcome = await showTeamChat(ports, { actor: operator })
    expect(outcome).toEqual({ ok: true, value: await teamChatStatus(ports, settings) })
    expect(JSON.stringify(outcome)).not.toContain(ports.teamChat.bot.token)
  })
})
