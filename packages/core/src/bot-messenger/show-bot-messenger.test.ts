import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import { aBotMessengerIn, memoryPorts } from '../testing/index.ts'
import { botMessengerStatus } from './bot-messenger-status.ts'
import { showBotMessenger } from './show-bot-messenger.ts'

describe('showBotMessenger', () => {
  onlyAdministrators((ports, actor) => showBotMessenger(ports, { actor }))

  it('R225 shows how the bot is set up, without its token', async () => {
    const ports = memoryPorts()
    const { settings, bot } = await aBotMessengerIn(ports)
    const outcome = await showBotMessenger(ports, { actor: operator })
    expect(outcome).toEqual({ ok: true, value: await botMessengerStatus(ports, settings) })
    expect(JSON.stringify(outcome)).not.toContain(bot.token)
  })
})
