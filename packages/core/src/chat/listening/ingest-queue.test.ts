import { describe, expect, it } from 'vitest'
import { aChatMessage } from '../../testing/index.ts'
import type { ChatMessage } from '../../model/chat/chat-message.ts'
import { Unavailable } from '../../ports/index.ts'
import { ingestQueue } from './ingest-queue.ts'

type FindLinked = Parameters<typeof ingestQueue>[1]

/** A queue whose batches end when the test says so. */
function open(findLinked: FindLinked = async () => () => false) {
  type End = (fails?: boolean, fault?: Error) => void
  const batches: { readonly texts: readonly string[]; readonly end: End }[] = []
  const ingest = ingestQueue((messages: readonly ChatMessage[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>()
    const texts = messages.map(({ text }) => text)
    const end: End = (fails = false, fault = new Error('failed')) =>
      fails ? reject(fault) : resolve(texts)
    batches.push({ texts, end })
    return promise
  }, findLinked)
  return { ingest, batches }
}
const settled = async () => {
  for (let turns = 0; turns < 10; turns += 1) await Promise.resolve()
}
const said = (text: string, channelId = text) => aChatMessage({ text, channelId })
const byLinked = ({ text }: ChatMessage) => text.startsWith('linked')
const strangers = (count: number) => Array.from({ length: count }, (_, place) => `${place}`)

/** A queue whose first batch, of one message, has begun. */
async function begun(findLinked?: FindLinked) {
  const opened = open(findLinked)
  const first = opened.ingest(said('first'))
  await settled()
  return { ...opened, first }
}

/** The batches after the first, with their strangers counted. */
async function batchesOf(texts: readonly ChatMessage[], findLinked: FindLinked) {
  const { ingest, batches } = await begun(findLinked)
  const all = texts.map((message) => ingest(message))
  for (let place = 0; place < batches.length; place += 1) {
    batches[place]!.end()
    await settled()
  }
  await Promise.all(all)
  return batches
    .slice(1)
    .map((batch) => [
      ...batch.texts.filter((text) => text.startsWith('linked')),
      batch.texts.filter((text) => !text.startsWith('linked')).length,
    ])
}

describe('ingestQueue', () => {
  it('R222 ingests at once, and what arrives meanwhile in one batch', async () => {
    const { ingest, batches, first } = await begun()
    const others = ['two', 'three', 'four'].map((text) => ingest(said(text)))
    await settled()
    expect(batches.map(({ texts }) => texts)).toEqual([['first']])
    batches[0]!.end()
    expect(await first).toBe('first')
    await settled()
    expect(batches[1]!.texts).toEqual(['two', 'three', 'four'])
    batches[1]!.end()
    expect(await Promise.all(others)).toEqual(['two', 'three', 'four'])
  })

  it('ingests in one batch what is handed over in one turn', async () => {
    const { ingest, batches } = open()
    const all = ['one', 'two', 'three'].map(async (text) => {
      await Promise.resolve()
      return ingest(said(text))
    })
    await settled()
    expect(batches.map(({ texts }) => texts)).toEqual([['one', 'two', 'three']])
    batches[0]!.end()
    expect(await Promise.all(all)).toEqual(['one', 'two', 'three'])
  })

  it('puts messages of one channel into batches after each other', async () => {
    const { ingest, batches } = open()
    const all = ['a', 'b', 'c', 'd'].map((text) => ingest(said(text, text === 'd' ? 'her' : 'his')))
    for (const texts of [['a', 'd'], ['b'], ['c']]) {
      await settled()
      expect(batches.at(-1)!.texts).toEqual(texts)
      batches.at(-1)!.end()
    }
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('takes at most a hundred at once', async () => {
    const { ingest, batches } = open()
    for (let count = 0; count < 150; count += 1) void ingest(said(`${count}`))
    await settled()
    expect(batches[0]!.texts).toHaveLength(100)
    batches[0]!.end()
    await settled()
    expect(batches[1]!.texts).toHaveLength(50)
  })

  it('fails a batch as a whole while the database is unavailable', async () => {
    const { ingest, batches } = open()
    const all = Promise.allSettled(['one', 'two'].map((text) => ingest(said(text))))
    await settled()
    batches[0]!.end(true, new Unavailable('database', 'The database cannot be reached.'))
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(batches).toHaveLength(1)
  })

  it('fails only the message that fails alone, too', async () => {
    const { ingest, batches, first } = await begun()
    const others = Promise.allSettled(['two', 'bad', 'three'].map((text) => ingest(said(text))))
    batches[0]!.end(true)
    await expect(first).rejects.toThrow('failed')
    await settled()
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

  describe('when more wait than fit into a batch', () => {
    it('R222 ingests messages of linked people in every second batch', async () => {
      const texts = [...strangers(120), ...['a', 'b', 'c'].map((name) => `linked ${name}`)]
      const messages = [...texts.map((text) => said(text)), said('linked again', 'linked a')]
      expect(await batchesOf(messages, async () => byLinked)).toEqual([
        ['linked a', 'linked b', 'linked c', 0],
        [100],
        ['linked again', 0],
        [20],
      ])
    })

    it('keeps the order within a channel of several people', async () => {
      const messages = [said('stranger', 'group'), said('linked', 'group')]
      const others = strangers(100).map((text) => said(text))
      expect(await batchesOf([...others, ...messages], async () => byLinked)).toEqual([
        [100],
        [1],
        ['linked', 0],
      ])
    })

    it('asks once about each message, and does without an answer', async () => {
      const asked: string[] = []
      const messages = [...strangers(210), 'linked'].map((text) => said(text))
      const batches = await batchesOf(messages, async (some) => {
        asked.push(...some.map(({ text }) => text))
        throw new Unavailable('database', 'The database cannot be reached.')
      })
      expect(batches).toEqual([[100], [100], ['linked', 10]])
      expect(asked).toEqual([...strangers(210), 'linked'])
    })
  })
})
