import { describe, expect, it, vi } from 'vitest'
import { webhookSecretOf } from '../credentials/bot-messenger-token.ts'
import { operator } from '../model/actor.ts'
import { err, ok } from '../model/result.ts'
import { aBotMessengerIn, aChatMessage, memoryPorts, valueOf } from '../testing/index.ts'
import { changeBotMessenger } from './change-bot-messenger.ts'
import { receiveMessengerUpdates } from './receive-messenger-updates.ts'

const rememberedMs = 2_000

/** A bot whose platform posts to Ken. */
async function open() {
  const ports = memoryPorts()
  const { bot } = await aBotMessengerIn(ports)
  const transact = vi.fn<typeof ports.transact>(ports.transact)
  const change = async (input: Omit<Parameters<typeof changeBotMessenger>[1], 'actor'>) => {
    valueOf(await changeBotMessenger(ports, { actor: operator, ...input }))
    ports.clock.advance(rememberedMs)
    return webhookSecretOf(ports, ports.database.tables.botMessenger.get('bot')!) ?? ''
  }
  const secret = await change({ transport: 'webhook' })
  // A mock has no overloads.
  const watched = { ...ports, transact: transact as typeof ports.transact }
  const updatesOf = receiveMessengerUpdates(watched)
  const reads = () => transact.mock.calls.length
  const message = () => ok(aChatMessage({ postedAt: ports.clock.now() }))
  return { ports, ...ports, bot, secret, change, updatesOf, transact, reads, message }
}

describe('receiveMessengerUpdates', () => {
  it('R229 takes updates with the secret, and none with any other', async () => {
    const { updatesOf, secret, message, database } = await open()
    const forgeries = [
      '',
      secret.slice(0, -1),
      `${secret}1`,
      secret.toUpperCase(),
      ` ${secret}`,
      'token-0',
    ]
    for (const forged of forgeries) expect(await updatesOf(forged)).toBeNull()
    const updates = await updatesOf(secret)
    await updates?.receive(message())
    expect(database.tables.chatPosts.size).toBe(1)
  })

  it('R229 knows no secret while Ken polls or the bot is off, nor an old one', async () => {
    const { updatesOf, secret, change } = await open()
    await change({ transport: 'polling' })
    expect(await updatesOf(secret)).toBeNull()
    const second = await change({ transport: 'webhook' })
    expect(await updatesOf(secret)).toBeNull()
    expect(await updatesOf(second)).not.toBeNull()
    const whileOff = await change({ enabled: false })
    for (const old of [secret, second, whileOff]) expect(await updatesOf(old)).toBeNull()
    const third = await change({ enabled: true })
    expect(await updatesOf(third)).not.toBeNull()
  })

  it('R229 reads the settings every two seconds at most, however many forgeries come', async () => {
    const { updatesOf, secret, clock, reads } = await open()
    await Promise.all(Array.from({ length: 1_000 }, (_, forged) => updatesOf(`token-9${forged}`)))
    expect(reads()).toBe(1)
    clock.advance(rememberedMs - 1)
    expect(await updatesOf(secret)).not.toBeNull()
    expect(reads()).toBe(1)
    clock.advance(1)
    await updatesOf('token-9')
    expect(reads()).toBe(2)
  })

  it('reads nothing for what cannot be a secret', async () => {
    const { updatesOf, reads } = await open()
    for (const text of ['', 'short', 'x'.repeat(10_000)]) expect(await updatesOf(text)).toBeNull()
    expect(reads()).toBe(0)
  })

  it('goes on with what it knows while the settings cannot be read, and reads again', async () => {
    const { updatesOf, secret, clock, transact, message, change } = await open()
    expect(await updatesOf(secret)).not.toBeNull()
    transact.mockRejectedValue(new Error('unavailable'))
    clock.advance(rememberedMs)
    const updates = await updatesOf(secret)
    await expect(updates?.receive(message())).rejects.toThrow('unavailable')
    transact.mockReset()
    const next = await change({ transport: 'polling' }).then(() => change({ transport: 'webhook' }))
    expect(await updatesOf(secret)).toBeNull()
    expect(await updatesOf(next)).not.toBeNull()
  })

  it('stores what comes several times at once, to several processes, once', async () => {
    const { updatesOf, secret, message, database, ports } = await open()
    const other = receiveMessengerUpdates(ports)
    const update = message()
    await Promise.all(
      [updatesOf, other, updatesOf, other].map(async (process) =>
        (await process(secret))?.receive(update),
      ),
    )
    expect(database.tables.chatPosts.size).toBe(1)
  })

  it('counts what is dropped or too large, once it is stored', async () => {
    const { updatesOf, secret, bot, database } = await open()
    const updates = await updatesOf(secret)
    await updates?.receive(err({ reason: 'not_direct', post: null }))
    await updates?.receiveTooLarge()
    expect(database.tables.chatMarks.get(bot.botId)?.dropped).toEqual({
      not_direct: 1,
      oversized: 1,
    })
  })

  it('ignores what was written before the bot was turned on', async () => {
    const { updatesOf, message, change, clock, database } = await open()
    await change({ enabled: false })
    const written = message()
    clock.advance(60_000)
    const secret = await change({ enabled: true })
    await (await updatesOf(secret))?.receive(written)
    expect(database.tables.chatPosts.size).toBe(0)
  })
})
