import { describe, expect, it } from 'vitest'
import { aWorkspaceChatByRequestsIn, aWorkspaceChatIn, memoryPorts } from '../testing/index.ts'
import { workspaceRequestReader } from './workspace-request-reader.ts'

const body = new Uint8Array([1])
const unread = { signature: 'a signature', timestamp: '1', readBody: async () => body }
const reading = { ...unread, readBody: () => Promise.reject(new Error('It was read.')) }

/** A bot that gets requests, and how often its settings are read. */
async function open() {
  const ports = memoryPorts()
  const { bot } = await aWorkspaceChatByRequestsIn(ports, 'a-secret')
  let transactions = 0
  const transact: typeof ports.transact = async (work) => {
    transactions += 1
    return ports.transact(work)
  }
  const read = workspaceRequestReader({ ...ports, transact })
  return { ports, bot, read, transactions: () => transactions }
}

describe('workspaceRequestReader', () => {
  it('reads a request, and who may have sent it', async () => {
    const { read, bot, ports } = await open()
    expect(await read(unread)).toMatchObject({
      bot: { botId: bot.botId, signingSecret: 'a-secret' },
      request: { signature: 'a signature', timestamp: '1', body },
      since: ports.clock.now(),
    })
    expect(await read({ ...unread, readBody: async () => null })).toBeNull()
  })

  it('R228 reads neither settings nor body of what cannot be signed', async () => {
    const { read, transactions } = await open()
    for (const signature of [null, 'malformed'])
      expect(await read({ ...reading, signature })).toBeNull()
    expect(transactions()).toBe(0)
    await expect(read(reading)).rejects.toThrow('It was read.')
  })

  it('R228 reads no body for a bot without a secret, and does for one that still uses connections', async () => {
    const { ports, read } = await open()
    const { appTokenEnc } = (await aWorkspaceChatIn(ports)).settings
    await aWorkspaceChatByRequestsIn(ports, 'a-secret', { transport: 'socket', appTokenEnc })
    await expect(read(reading)).rejects.toThrow('It was read.')
    await aWorkspaceChatIn(ports)
    ports.clock.advance(2_000)
    expect(await read(reading)).toBeNull()
  })

  it('takes nothing in while the bot is off', async () => {
    const { ports, read } = await open()
    expect((await read(unread))?.intake).not.toBeNull()
    await aWorkspaceChatByRequestsIn(ports, 'a-secret', { enabled: false })
    ports.clock.advance(2_000)
    expect(await read(unread)).toMatchObject({ intake: null, request: { body } })
  })
})
