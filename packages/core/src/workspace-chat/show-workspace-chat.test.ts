import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import { aWorkspaceChatIn, memoryPorts } from '../testing/index.ts'
import { showWorkspaceChat } from './show-workspace-chat.ts'
import { workspaceChatStatus } from './workspace-chat-status.ts'

describe('showWorkspaceChat', () => {
  onlyAdministrators((ports, actor) => showWorkspaceChat(ports, { actor }))

  it('R225 shows how the bot is set up, without its tokens', async () => {
    const ports = memoryPorts()
    const { settings, bot } = await aWorkspaceChatIn(ports)
    const outcome = await showWorkspaceChat(ports, { actor: operator })
    expect(outcome).toEqual({ ok: true, value: await workspaceChatStatus(ports, settings) })
    const shown = JSON.stringify(outcome)
    for (const secret of [bot.botToken, bot.appToken, settings.botTokenEnc, settings.appTokenEnc])
      expect(shown).not.toContain(secret)
  })
})
