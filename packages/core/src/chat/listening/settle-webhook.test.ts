import { describe, expect, it, vi } from 'vitest'
import {
  aBotMessengerIn,
  memoryPorts,
  withBotMessenger,
  type MemoryPorts,
} from '../../testing/index.ts'
import { ok } from '../../model/result.ts'
import type { BotMessengerSettings } from '../../model/bot-messenger/bot-messenger-settings.ts'
import type { ChatWebhook } from '../../ports/index.ts'
import { settleWebhook } from './settle-webhook.ts'

const address = 'https://ken.example.com/chat/bot_messenger/updates'
const inbox = { confirmLease: async () => {} }
const earlier = 'https://old.example.com/chat/bot_messenger/updates'

async function open(settings: Partial<BotMessengerSettings>) {
  const ports: MemoryPorts = memoryPorts()
  await aBotMessengerIn(ports, settings)
  const { webhook } = ports.chatPlatforms.bot_messenger
  const remove = vi.fn<ChatWebhook['remove']>(async (...given) => webhook.remove(...given))
  const settle = () =>
    settleWebhook(
      withBotMessenger(ports, { webhook: { ...webhook, remove } }),
      'bot_messenger',
      inbox,
    )
  const noted = () => ports.database.tables.botMessenger.get('bot')?.webhookAddresses
  return { ...ports, remove, settle, noted }
}

describe('settleWebhook', () => {
  it('notes the address before the platform gets it, and keeps those of earlier base URLs', async () => {
    const { settle, noted, remove } = await open({
      transport: 'webhook',
      webhookAddresses: [earlier],
    })
    for (let times = 0; times < 2; times += 1) {
      expect(await settle()).toBeNull()
      expect(noted()).toEqual([earlier, address])
    }
    expect(remove).not.toHaveBeenCalled()
  })

  it.for<Partial<BotMessengerSettings>>([
    { transport: 'polling' },
    { transport: 'webhook', enabled: false },
  ])('removes the webhook, and forgets it, for %o', async (settings) => {
    const { settle, noted, remove } = await open({ ...settings, webhookAddresses: [earlier] })
    expect(await settle()).toBeNull()
    expect(remove.mock.calls).toMatchObject([[{ webhookAddresses: [earlier] }, inbox]])
    expect(noted()).toEqual([])
  })

  it('tries again until the platform has removed it', async () => {
    const { settle, noted, messenger } = await open({ webhookAddresses: [address] })
    messenger.setUnavailable(true)
    expect(await settle()).toBe('unreachable')
    expect(noted()).toEqual([address])
    messenger.setUnavailable(false)
    expect(await settle()).toBeNull()
    expect(noted()).toEqual([])
  })

  it('gives up with a token that was revoked, and waits for one that was removed', async () => {
    const { settle, noted, messenger } = await open({ webhookAddresses: [address] })
    messenger.setRevoked(true)
    expect(await settle()).toBeNull()
    expect(noted()).toEqual([])
    const removed = await open({ botTokenEnc: null, webhookAddresses: [address] })
    expect(await removed.settle()).toBeNull()
    expect(removed.noted()).toEqual([address])
  })

  it('R71 looks for one while the bot is off: a process that was suspended may have set it after all', async () => {
    const { settle, remove, transact, clock } = await open({ enabled: false })
    const changedAt = async () =>
      (await transact(async (stores) => ok(await stores.botMessengerSettings.findUpdatedAt())))
        .value
    const before = await changedAt()
    for (let times = 1; times <= 2; times += 1) {
      clock.advance(30_000)
      expect(await settle()).toBeNull()
      expect(remove).toHaveBeenCalledTimes(times)
    }
    expect(await changedAt()).toEqual(before)
  })

  it('gives the token to no server that never confirmed the bot', async () => {
    const { settle, remove } = await open({ enabled: false, botUsername: null })
    expect(await settle()).toBeNull()
    expect(remove).not.toHaveBeenCalled()
  })

  it('asks nothing of other platforms, and nothing without a webhook', async () => {
    const { settle, remove, ...ports } = await open({})
    expect(await settleWebhook(ports, 'teamchat', inbox)).toBeNull()
    expect(await settle()).toBeNull()
    expect(remove).not.toHaveBeenCalled()
  })
})
