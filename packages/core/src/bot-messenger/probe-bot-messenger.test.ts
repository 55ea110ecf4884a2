import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import { aBotMessengerIn, memoryPorts, valueOf } from '../testing/index.ts'
import { probeBotMessenger } from './probe-bot-messenger.ts'

describe('probeBotMessenger', () => {
  onlyAdministrators((ports, actor) => probeBotMessenger(ports, { actor }))

  it('stores what the platform says, and switches nothing', async () => {
    const ports = memoryPorts()
    await aBotMessengerIn(ports, { enabled: false, lastTestOk: null })
    expect(valueOf(await probeBotMessenger(ports, { actor: operator }))).toMatchObject({
      fault: null,
      botMessenger: { enabled: false, lastTestOk: true },
    })
    ports.messenger.setRevoked(true)
    expect(valueOf(await probeBotMessenger(ports, { actor: operator }))).toMatchObject({
      fault: 'token_refused',
      botMessenger: { enabled: false, lastTestOk: false },
    })
  })
})
