import { describe, expect, it } from 'vitest'
import { aChatMessage } from '../../testing/index.ts'
import type { ChatMessage } from '../../model/chat/chat-message.ts'
import { Unavailable } from '../../ports/index.ts'
import { ingestQueue } from './ingest-queue.ts'

/** A queue whose batches end when the test says so. */
function open() {
  type End = (fails?: boolean, fault?: Error) => void
  const batches: { readonly texts: readonly string[]; readonly end: End }[] = []
  const ingest = ingestQueue((messages: readonly ChatMessage[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>()
    const texts = messages.map(({ text }) => text)
    const end: End = (fails = false, fault = new Error('failed')) =>
      fails ? reject(fault) : resolve(texts)
    batches.push({ texts, end })
    return promise
  })
  return { ingest, batches }
}
const settled = async () => {
  for (let turns = 0; turns < 10; turns += 1) await Promise.resolve()
}
const said = (text: string, channelId = text) => aChatMessage({ text, channelId })

describe('ingestQueue', () => {
  it('R222 ingests at once, and what arrives meanwhile in one batch', async () => {
    const { ingest, batches } = open()
    const first = ingest(said('one'))
    const others = ['two', 'three', 'four'].map((text) => ingest(said(text)))
    expect(batches.map(({ texts }) => texts)).toEqual([['one']])
    batches[0]!.end()
    expect(await first).toBe('one')
    await settled()
    expect(batches[1]!.texts).toEqual(['two', 'three', 'four'])
    batches[1]!.end()
    expect(await Promise.all(others)).toEqual(['two', 'three', 'four'])
  })

  it('puts messages of one channel into batches after each other', async () => {
    const { ingest, batches } = open()
    const all = ['a', 'b', 'c', 'd'].map((text) => ingest(said(text, text === 'd' ? 'her' : 'his')))
    batches[0]!.end()
    await settled()
    expect(batches[1]!.texts).toEqual(['b', 'd'])
    batches[1]!.end()
    await settled()
    batches[2]!.end()
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('takes at most a hundred at once', async () => {
    const { ingest, batches } = open()
    for (let count = 0; count < 151; count += 1) void ingest(said(`${count}`))
    batches[0]!.end()
    await settled()
    expect(batches[1]!.texts).toHaveLength(100)
    batches[1]!.end()
    await settled()
    expect(batches[2]!.texts).toHaveLength(50)
  })

  it('fails a batch as a whole while the database is unavailable', async () => {
    const { ingest, batches } = open()
    const first = ingest(said('one'))
    const others = Promise.allSettled(['two', 'three'].map((text) => ingest(said(text))))
    batches[0]!.end()
    await first
    await settled()
    batches[1]!.end(true, new Unavailable('database', 'The database cannot be reached.'))
    expect((await others).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(batches).toHaveLength(2)
  })

  it('fails only the message that fails alone, too', async () => {
    const { ingest, batches } = open()
    const first = ingest(said('one'))
    const others = Promise.allSettled(['two', 'bad', 'three'].map((text) => ingest(said(text))))
    batches[0]!.end(true)
    await expect(first).rejects.toThrow('failed')
    batches[1]!.end(true)
    for (const place of [2, 3, 4]) {
      await settled()
      batches[place]!.end(batches[place]!.texts[0] === 'bad')
    }
    expect((await others).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
  })
})
