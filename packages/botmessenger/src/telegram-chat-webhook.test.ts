import type { BotMessengerBehaviour } from '@ken/testing'
import { expect, it } from 'vitest'
import { openMessengerForTest } from './testing/messenger-world.ts'
import { telegramChatWebhook } from './telegram-chat-webhook.ts'

const address = 'https://ken.test/chat/bot_messenger/updates'
const earlier = 'https://old.test/chat/bot_messenger/updates'
const inbox = { confirmLease: async () => {} }
const suspendedInbox = {
  confirmLease: () => Promise.reject(new Error('Another process listens.')),
}
const webhookAt = (url: string) => ({ url, secretToken: 'a-secret', maxConnections: 40 })

it.for([address, earlier])(
  'removes its own webhook at %s, and keeps what is pending',
  async (url) => {
    const { double, transport, bot, ana } = await openMessengerForTest()
    double.say(ana, 'hello')
    double.world.webhook = webhookAt(url)
    const webhook = telegramChatWebhook(transport, address)
    expect(await webhook.remove({ ...bot, webhookAddresses: [earlier] }, inbox)).toBeNull()
    expect(double.world.webhook).toBeNull()
    expect(double.world.updates).toHaveLength(1)
  },
)

it('leaves the webhook of another program alone, whose address begins like its own', async () => {
  const { double, transport, bot } = await openMessengerForTest()
  const webhook = telegramChatWebhook(transport, address)
  for (const url of ['https://other.test/', `${address}/`, `${address}?x`, address.slice(0, -1)]) {
    double.world.webhook = webhookAt(url)
    expect(await webhook.remove(bot, inbox)).toBeNull()
    expect(double.world.webhook).toEqual(webhookAt(url))
  }
})

it('removes nothing for an address that Ken does not have', async () => {
  const { double, transport, bot } = await openMessengerForTest()
  expect(await telegramChatWebhook(transport, null).remove(bot, inbox)).toBeNull()
  expect(double.requests.map(({ method }) => method)).toEqual(['getWebhookInfo'])
})

it('R71 removes nothing once another process listens', async () => {
  const { double, transport, bot } = await openMessengerForTest()
  double.world.webhook = webhookAt(address)
  const removed = telegramChatWebhook(transport, address).remove(bot, suspendedInbox)
  await expect(removed).rejects.toThrow('Another process')
  expect(double.world.webhook).toEqual(webhookAt(address))
})

const faults: readonly (readonly [BotMessengerBehaviour, string])[] = [
  ['reset', 'unreachable'],
  ['html', 'server_failing'],
  [{ status: 429, retryAfter: 3 }, 'server_failing'],
  [{ status: 401, description: 'Unauthorized' }, 'token_refused'],
  [{ status: 403, description: 'Forbidden: terms' }, 'not_telegram'],
  [{ json: { ok: true, result: [] } }, 'not_telegram'],
]
it.for(faults)('returns why it failed: %j is %s', async ([behaviour, fault]) => {
  const { double, transport, bot } = await openMessengerForTest()
  double.behaveOnce('getWebhookInfo', behaviour)
  expect(await telegramChatWebhook(transport, address).remove(bot, inbox)).toBe(fault)
})
