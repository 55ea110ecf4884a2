import { expect, it } from 'vitest'
import { aBotMessenger, aBotMessengerIn, memoryPorts } from '../testing/index.ts'
import { botMessengerStatus } from './bot-messenger-status.ts'

it('shows whether messages arrive, as the listener of this bot reports', async () => {
  const ports = memoryPorts()
  const { settings, bot } = await aBotMessengerIn(ports)
  const since = ports.clock.now()
  expect(await botMessengerStatus(ports, settings)).toMatchObject({
    hasToken: true,
    isAvailable: true,
    delivery: { state: 'not_connected', reason: 'no_listener' },
  })
  const interrupted = { state: 'not_connected', since, reason: 'other_poller' } as const
  await ports.chatHealth.beat(bot.botId, interrupted)
  expect((await botMessengerStatus(ports, settings)).delivery).toEqual({
    ...interrupted,
    dropped: {},
  })
  await ports.chatHealth.beat(bot.botId, { state: 'listening', since })
  expect((await botMessengerStatus(ports, settings)).delivery).toEqual({
    state: 'listening',
    since,
    reason: null,
    dropped: {},
  })
  const off = aBotMessenger({ enabled: false, botTokenEnc: null })
  expect(await botMessengerStatus(ports, off)).toMatchObject({
    hasToken: false,
    isAvailable: false,
    delivery: { reason: 'off' },
  })
})
