import { botMessengerDouble } from '@ken/testing'
import { expect, it, onTestFinished } from 'vitest'
import { telegramBotMessenger } from './telegram-bot-messenger.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }
const clock = { now: () => new Date() }

it('R250 connects to no forbidden address, and to this machine only if that is allowed', async () => {
  const double = await botMessengerDouble()
  onTestFinished(() => double.close())
  const probe = (apiRoot: string, allowLoopback: boolean) =>
    telegramBotMessenger({ clock, log, allowLoopback, webhookAddress: null }).probe.probe({
      apiRoot,
      token: double.token,
      webhookAddresses: [],
    })
  const forbidden = { ok: false, error: 'address_forbidden' }
  expect(await probe(double.url, true)).toMatchObject({ ok: true })
  expect(await probe(double.url, false)).toEqual(forbidden)
  for (const host of ['169.254.169.254', '[::ffff:169.254.169.254]', '0.0.0.0', '224.0.0.1'])
    expect(await probe(`http://${host}`, true)).toEqual(forbidden)
  for (const address of ['ftp://a.test', 'http://a.test/?b', 'http://a@b.test', 'a.test'])
    expect(await probe(address, true)).toEqual({ ok: false, error: 'address_invalid' })
})
