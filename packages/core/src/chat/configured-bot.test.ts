import { describe, expect, it } from 'vitest'
import { ok } from '../model/result.ts'
import { aTeamChatIn, aWorkspaceChatIn, memoryPorts, valueOf } from '../testing/index.ts'
import type { ChatSource } from '../model/chat/chat-source.ts'
import { configuredBot } from './configured-bot.ts'

const configuredIn = async (
  ports: ReturnType<typeof memoryPorts>,
  source: ChatSource = 'teamchat',
) => valueOf(await ports.transact(async (stores) => ok(await configuredBot(ports, stores, source))))

describe('the bot of a chat', () => {
  it('is unknown and not available before the chat is set up', async () => {
    const configured = await configuredIn(memoryPorts())
    expect(configured).toMatchObject({ isAvailable: false, botId: null })
    expect(configured.open()).toBeNull()
  })

  it('is known with its credentials while it is on, and without them while it is off', async () => {
    const ports = memoryPorts()
    const { bot } = await aTeamChatIn(ports)
    const on = await configuredIn(ports)
    expect(on).toMatchObject({ isAvailable: true, botId: bot.botId })
    expect(on.open()).toEqual(bot)
    await aTeamChatIn(ports, { enabled: false })
    const off = await configuredIn(ports)
    expect(off).toMatchObject({ isAvailable: false, botId: bot.botId })
    expect(off.open()).toBeNull()
  })

  it('is that of the workspace chat, opened while off only if asked for all the same', async () => {
    const ports = memoryPorts()
    const { bot } = await aWorkspaceChatIn(ports, { matchesByEmail: true })
    const on = await configuredIn(ports, 'workspace_chat')
    expect(on).toMatchObject({ isAvailable: true, matchesByEmail: true, botId: bot.botId })
    expect(on.open()).toEqual(bot)
    await aWorkspaceChatIn(ports, { enabled: false })
    const off = await configuredIn(ports, 'workspace_chat')
    expect(off).toMatchObject({ isAvailable: false, matchesByEmail: false })
    expect(off.open()).toBeNull()
    expect(off.open('while_off')).toEqual(bot)
  })

  it('is available, but not opened, while no key decrypts its credentials', async () => {
    const ports = memoryPorts()
    await aTeamChatIn(ports, { botTokenEnc: 'of a lost key' })
    const configured = await configuredIn(ports)
    expect(configured.isAvailable).toBe(true)
    expect(configured.open()).toBeNull()
    expect(ports.log.lines).toMatchObject([{ event: 'team_chat.token_unreadable' }])
  })
})
