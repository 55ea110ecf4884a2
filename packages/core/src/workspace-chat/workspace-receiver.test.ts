import { describe, expect, it } from 'vitest'
import { encryptWorkspaceToken } from '../credentials/workspace-chat-tokens.ts'
import { aWorkspaceChatByRequestsIn, aWorkspaceChatIn, memoryPorts } from '../testing/index.ts'
import { workspaceReceiver } from './workspace-receiver.ts'

const body = new Uint8Array([1])
const unread = { signature: 'a signature', timestamp: '1', readBody: async () => body }

/** A bot that gets requests, and the secret that each request is compared with. */
async function open() {
  const ports = memoryPorts()
  const { bot } = await aWorkspaceChatByRequestsIn(ports, 'a-secret')
  let transactions = 0
  const transact: typeof ports.transact = async (work) => {
    transactions += 1
    return ports.transact(work)
  }
  const receive = workspaceReceiver({ ...ports, transact })
  return {
    ports,
    bot,
    receive,
    secretOf: async () => (await receive(unread))?.bot.signingSecret ?? null,
    transactions: () => transactions,
  }
}

describe('workspaceReceiver', () => {
  it('R228 reads the settings once in five seconds, however many requests are forged', async () => {
    const { receive, transactions } = await open()
    await Promise.all(Array.from({ length: 100 }, () => receive(unread)))
    expect(transactions()).toBe(1)
  })

  it('reads no body for a bot that gets no requests, and none without a signature', async () => {
    const { ports, bot, receive } = await open()
    const reading = { ...unread, readBody: () => Promise.reject(new Error('It was read.')) }
    await expect(receive(reading)).rejects.toThrow('It was read.')
    for (const absent of [{ signature: null }, { timestamp: null }])
      expect(await receive({ ...reading, ...absent })).toBeNull()
    expect(await receive({ ...unread, readBody: async () => null })).toBeNull()
    const appTokenEnc = encryptWorkspaceToken(ports, 'appTokenEnc', bot.appToken ?? '', bot.appId)
    await aWorkspaceChatIn(ports, { appTokenEnc })
    expect(await workspaceReceiver(ports)(reading)).toBeNull()
  })

  it('has a new secret, and no longer the old one, within five seconds', async () => {
    const { ports, secretOf } = await open()
    expect(await secretOf()).toBe('a-secret')
    await aWorkspaceChatByRequestsIn(ports, 'a-new-secret')
    ports.clock.advance(5_000)
    expect(await secretOf()).toBe('a-new-secret')
    await aWorkspaceChatByRequestsIn(ports, 'a-new-secret', { botTokenEnc: null })
    ports.clock.advance(5_000)
    expect(await secretOf()).toBeNull()
  })

  it('takes nothing in while the bot is off', async () => {
    const { ports, receive } = await open()
    expect((await receive(unread))?.intake).not.toBeNull()
    await aWorkspaceChatByRequestsIn(ports, 'a-secret', { enabled: false })
    ports.clock.advance(5_000)
    expect(await receive(unread)).toMatchObject({ intake: null, request: { body } })
  })
})
