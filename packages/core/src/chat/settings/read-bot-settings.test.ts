import { describe, expect, it } from 'vitest'
import { operator } from '../../model/actor.ts'
import { teamChatSetup } from '../../team-chat/team-chat-setup.ts'
import { onlyAdministrators } from '../../testing/builders/only-administrators.ts'
import { aTeamChatIn, memoryPorts } from '../../testing/index.ts'
import { readBotSettings } from './read-bot-settings.ts'

describe('readBotSettings', () => {
  onlyAdministrators((ports, actor) => readBotSettings(ports, teamChatSetup, actor))

  it('reads the settings of the bot of the chat', async () => {
    const ports = memoryPorts()
    const { settings } = await aTeamChatIn(ports)
    expect(await readBotSettings(ports, teamChatSetup, operator)).toEqual({
      ok: true,
      value: settings,
    })
  })
})
