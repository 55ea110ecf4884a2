import { expect, it } from 'vitest'
import { botMessengerSetup } from '../../bot-messenger/bot-messenger-setup.ts'
import { operator } from '../../model/actor.ts'
import { err, ok } from '../../model/result.ts'
import { aBotMessengerIn, memoryPorts } from '../../testing/index.ts'
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

it('saves nothing if the settings changed during the probe', async () => {
  const ports = memoryPorts()
  const { settings } = await aBotMessengerIn(ports, { enabled: false })
  const probe = ports.chatPlatforms.bot_messenger.probe
  const meanwhile = { ...settings, botUserId: '9', botTokenEnc: 'of another' }
  const outcome = await changeBot(
    {
      ...ports,
      chatPlatforms: {
        ...ports.chatPlatforms,
        bot_messenger: {
          ...ports.chatPlatforms.bot_messenger,
          probe: {
            probe: async (subject) => {
              await ports.transact(async ({ botMessengerSettings }) =>
                ok(await botMessengerSettings.update(meanwhile)),
              )
              return probe.probe(subject)
            },
          },
        },
      },
    },
    botMessengerSetup,
    { actor: operator, change: (before) => ok({ ...before, enabled: true }) },
  )
  expect(outcome).toEqual(err({ code: 'bot_messenger.changed_meanwhile' }))
  expect(ports.database.tables.botMessenger.get('bot')).toEqual(meanwhile)
})
