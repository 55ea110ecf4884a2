import { describe, expect, it } from 'vitest'
import { aWorkspaceChatByRequestsIn, memoryPorts } from '../../testing/index.ts'
import { receivingBot } from './receiving-bot.ts'

/** A bot whose platform posts to Ken, and how often its settings are read. */
async function open() {
  const ports = memoryPorts()
  const set = (...args: [string, Parameters<typeof aWorkspaceChatByRequestsIn>[2]?]) =>
    aWorkspaceChatByRequestsIn(ports, ...args)
  await set('a-secret')
  let reads = 0
  let isUnavailable = false
  const transact: typeof ports.transact = async (work) => {
    reads += 1
    if (isUnavailable) throw new Error('canary')
    return ports.transact(work)
  }
  const find = receivingBot({ ...ports, transact }, 'workspace_chat')
  return {
    ports,
    set,
    find,
    secretOf: async () => (await find())?.bot.signingSecret ?? null,
    reads: () => reads,
    setUnavailable: (unavailable: boolean) => void (isUnavailable = unavailable),
  }
}

describe('receivingBot', () => {
  it('reads the settings once in two seconds, however many requests come, and writes nothing', async () => {
    const { find, reads, ports } = await open()
    const before = structuredClone(ports.database.tables.chatMarks)
    await Promise.all(Array.from({ length: 100 }, find))
    ports.clock.advance(1_999)
    await find()
    expect(reads()).toBe(1)
    ports.clock.advance(1)
    await find()
    expect(reads()).toBe(2)
    expect(ports.database.tables.chatMarks).toEqual(before)
  })

  it('has a new secret, and no longer the old one, within two seconds', async () => {
    const { ports, set, secretOf } = await open()
    expect(await secretOf()).toBe('a-secret')
    await set('a-new-secret')
    ports.clock.advance(2_000)
    expect(await secretOf()).toBe('a-new-secret')
    await set('a-new-secret', { botTokenEnc: null })
    ports.clock.advance(2_000)
    expect(await secretOf()).toBeNull()
  })

  it('reads the settings again when the clock is set back', async () => {
    const { ports, set, secretOf } = await open()
    expect(await secretOf()).toBe('a-secret')
    await set('a-new-secret')
    ports.clock.advance(-3_600_000)
    expect(await secretOf()).toBe('a-new-secret')
  })

  it('keeps one intake while nothing changes, so that messages of one channel keep their order', async () => {
    const { ports, find, set } = await open()
    const found = await find()
    ports.clock.advance(2_000)
    expect((await find())?.intake).toBe(found?.intake)
    await set('a-new-secret')
    ports.clock.advance(2_000)
    expect((await find())?.intake).not.toBe(found?.intake)
  })

  it('goes on with what it knows while the settings cannot be read, and knows nothing at first', async () => {
    const { ports, find, secretOf, setUnavailable } = await open()
    setUnavailable(true)
    expect(await find()).toBeNull()
    setUnavailable(false)
    ports.clock.advance(2_000)
    expect(await secretOf()).toBe('a-secret')
    setUnavailable(true)
    ports.clock.advance(2_000)
    expect(await secretOf()).toBe('a-secret')
    expect(JSON.stringify(ports.log.lines)).not.toContain('canary')
    expect(ports.log.lines).toMatchObject([
      { level: 'warn', event: 'chat.bot_unread', fields: { source: 'workspace_chat' } },
      { level: 'warn', event: 'chat.bot_unread' },
    ])
  })
})
