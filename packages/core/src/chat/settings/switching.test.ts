import { expect, it } from 'vitest'
import { botMessengerSetup } from '../../bot-messenger/bot-messenger-setup.ts'
import { encryptMessengerToken } from '../../credentials/bot-messenger-token.ts'
import { operator } from '../../model/actor.ts'
import type { BotMessengerSettings } from '../../model/bot-messenger/bot-messenger-settings.ts'
import { err, ok } from '../../model/result.ts'
import {
  aBotMessengerIn,
  memoryPorts,
  withBotMessenger,
  type MemoryPorts,
} from '../../testing/index.ts'
import { changeBot } from './switching.ts'

it('changes nothing if the change is refused, and audits nothing if it is none', async () => {
  const ports = memoryPorts()
  const { settings } = await aBotMessengerIn(ports)
  const refused = await changeBot(ports, botMessengerSetup, {
    actor: operator,
    change: () => err({ code: 'no' } as const),
  })
  expect(refused).toEqual(err({ code: 'no' }))
  const same = await changeBot(ports, botMessengerSetup, { actor: operator, change: ok })
  expect(same).toEqual(ok(settings))
  expect(ports.database.tables.audit.size).toBe(0)
})

/** Changes of the settings that others make while the bot is probed. */
const whileProbing = (ports: MemoryPorts, meanwhile: BotMessengerSettings) => {
  const { probe } = ports.chatPlatforms.bot_messenger
  return withBotMessenger(ports, {
    probe: {
      async probe(subject) {
        await ports.transact(async ({ botMessengerSettings }) =>
          ok(await botMessengerSettings.update(meanwhile)),
        )
        return probe.probe(subject)
      },
    },
  })
}

it('saves nothing if the settings changed during the probe', async () => {
  const ports = memoryPorts()
  const { settings } = await aBotMessengerIn(ports, { enabled: false })
  const meanwhile = { ...settings, botUserId: '9', botTokenEnc: 'of another' }
  const outcome = await changeBot(whileProbing(ports, meanwhile), botMessengerSetup, {
    actor: operator,
    change: (before) => ok({ ...before, enabled: true }),
  })
  expect(outcome).toEqual(err({ code: 'bot_messenger.changed_meanwhile' }))
  expect(ports.database.tables.botMessenger.get('bot')).toEqual(meanwhile)
})

it.each([{ enabled: false }, { transport: 'webhook' }] as const)(
  'undoes no change that was made during the probe: %o',
  async (change) => {
    const ports = memoryPorts()
    const { settings, bot } = await aBotMessengerIn(ports, { botTokenEnc: 'the token before' })
    const meanwhile = { ...settings, ...change }
    const outcome = await changeBot(whileProbing(ports, meanwhile), botMessengerSetup, {
      actor: operator,
      change: (before) =>
        ok({ ...before, botTokenEnc: encryptMessengerToken(ports, bot.token, before) }),
    })
    expect(outcome).toEqual(err({ code: 'bot_messenger.changed_meanwhile' }))
    expect(ports.database.tables.botMessenger.get('bot')).toEqual(meanwhile)
  },
)

it.each([
  { isUnavailable: false, changed: { enabled: true, lastTestOk: true } },
  { isUnavailable: true, changed: { enabled: false, lastTestOk: false } },
])(
  'keeps what was noted during the probe and is no part of the change: $changed',
  async ({ isUnavailable, changed }) => {
    const ports = memoryPorts()
    const { settings } = await aBotMessengerIn(ports, { enabled: false })
    const webhookAddresses = ['https://ken.example.com/chat/bot_messenger/updates']
    ports.messenger.setUnavailable(isUnavailable)
    await changeBot(whileProbing(ports, { ...settings, webhookAddresses }), botMessengerSetup, {
      actor: operator,
      change: (before) => ok({ ...before, enabled: true }),
    })
    const { botTokenEnc } = settings
    expect(ports.database.tables.botMessenger.get('bot')).toMatchObject({
      webhookAddresses,
      botTokenEnc,
      ...changed,
    })
  },
)
