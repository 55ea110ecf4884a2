import { expect, it } from 'vitest'
import { err, ok } from '../model/result.ts'
import { foundBotOf } from '../chat/settings/probing.ts'
import { parseServerAddress } from '../model/team-chat/server-address.ts'
import { aBotMessenger, aBotMessengerIn, memoryPorts } from '../testing/index.ts'
import { botMessengerSetup } from './bot-messenger-setup.ts'

it.each([
  { name: 'another bot', change: { botUserId: '777' }, ends: true },
  {
    name: 'another address',
    change: { apiRoot: parseServerAddress('https://bots.example.com')! },
    ends: true,
  },
  { name: 'the first bot', from: { botUserId: null }, change: { botUserId: '777' }, ends: true },
  { name: 'a new token of the same bot', change: { botTokenEnc: 'new' }, ends: false },
  { name: 'the switch', change: { enabled: false }, ends: false },
])('R226 $name: links end: $ends', ({ from, change, ends }) => {
  const before = aBotMessenger(from)
  expect(botMessengerSetup.hasOtherPeople({ before, after: { ...before, ...change } })).toBe(ends)
})

it('says what is missing for a probe, and refuses a server that names another bot', async () => {
  const ports = memoryPorts()
  const { settings } = await aBotMessengerIn(ports)
  const { probeOf } = botMessengerSetup
  expect(probeOf(ports, { ...settings, botTokenEnc: null })).toEqual(err('token_missing'))
  expect(probeOf(ports, { ...settings, botTokenEnc: 'lost' })).toEqual(err('token_unreadable'))
  const probe = probeOf(ports, settings)
  expect(probe.ok && (await probe.value())).toEqual(ok(foundBotOf(ports.messenger.identity)))
  const liar = memoryPorts({
    messenger: { ...ports.messenger, identity: { id: '1', handle: 'x' } },
  })
  const asked = probeOf(liar, settings)
  expect(asked.ok && (await asked.value())).toEqual(err('not_telegram'))
})
