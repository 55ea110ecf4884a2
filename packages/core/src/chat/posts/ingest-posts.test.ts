import { describe, expect, it } from 'vitest'
import {
  aChatMessage,
  anIdentityIn,
  aPersonIn,
  memoryPorts,
  newChatPostId,
} from '../../testing/index.ts'
import {
  admissionSeconds,
  admittedPostsMax,
  postAgeSecondsMax,
  ingestedPostsMax,
} from '../../model/chat/chat-post.ts'
import type { ChatMessage } from '../../model/chat/chat-message.ts'
import { ingestPosts } from './ingest-posts.ts'

const bot = { source: 'teamchat', botId: newChatPostId() } as const

function open() {
  const ports = memoryPorts()
  const aMessage = (overrides: Partial<ChatMessage> = {}) =>
    aChatMessage({ postedAt: ports.clock.now(), ...overrides })
  const ingest = async (message: ChatMessage) => (await ingestPosts(ports, bot, [message]))[0]
  const jobs = () =>
    [...ports.database.tables.jobs.values()].flatMap((job) => ('postId' in job ? [job] : []))
  return { ports, aMessage, ingest, jobs }
}

describe('ingestPosts', () => {
  it('stores the post and queues its reply, for its bot', async () => {
    const { ports, aMessage, ingest, jobs } = open()
    const { text, authorId, postedAt, repliesTo, ...post } = aMessage({ rootId: newChatPostId() })
    expect(await ingest({ text, authorId, postedAt, repliesTo, ...post })).toBe('ingested')
    const [job, ...others] = jobs()
    expect(others).toEqual([])
    expect(job).toMatchObject({
      ...post,
      authorId,
      ...bot,
      postedAt: postedAt.toISOString(),
      isAdmitted: true,
    })
    expect(ports.database.tables.chatPosts.get(post.postId)).toMatchObject({
      ...post,
      postedAt,
      isAdmitted: true,
    })
  })

  it('R224 queues with a post that its text is a caption, a command or edited, or in a topic', async () => {
    const { aMessage, ingest, jobs } = open()
    const flags = ['isCaption', 'isCommand', 'isEdited', 'isTopic'] as const
    for (const flag of flags) await ingest(aMessage({ [flag]: true }))
    await ingest(aMessage())
    expect(jobs().map((job) => flags.filter((flag) => job[flag]))).toEqual([
      ['isCaption'],
      ['isCommand'],
      ['isEdited'],
      ['isTopic'],
      [],
    ])
  })

  it('stores no files without a text that were sent together with another message', async () => {
    const { ports, aMessage, ingest, jobs } = open()
    const { channelId, authorId, postedAt } = aMessage()
    const file = (after = 0, text = '') =>
      aMessage({
        channelId,
        authorId,
        text,
        isCaption: true,
        postedAt: new Date(postedAt.getTime() + after),
      })
    const outcomes: unknown[] = []
    for (const message of [file(), file(), file(1_000), file(0, 'What is this?'), file(1_001)])
      outcomes.push(await ingest(message))
    expect(outcomes).toEqual(['ingested', 'accompanying', 'accompanying', 'ingested', 'ingested'])
    expect(await ingest(aMessage({ text: '', isCaption: true, postedAt }))).toBe('ingested')
    expect(jobs()).toHaveLength(4)
    expect(ports.database.tables.chatPosts.size).toBe(4)
  })

  it('queues posts of strangers separately from those of linked people', async () => {
    const { ports, aMessage, ingest, jobs } = open()
    const [stranger, linked] = [aMessage(), aMessage()]
    await anIdentityIn(ports, (await aPersonIn(ports)).account, { externalId: linked.authorId })
    for (const message of [stranger, linked]) await ingest(message)
    const arrivedAt = ports.clock.now().toISOString()
    expect(jobs()).toMatchObject([
      { kind: 'admit_chat_sender', authorId: stranger.authorId, arrivedAt, wasLinked: false },
      { kind: 'answer_chat_post', authorId: linked.authorId, arrivedAt },
    ])
  })

  it('marks what a stranger writes as a possible code by its form', async () => {
    const { aMessage, ingest, jobs } = open()
    for (const text of ['7kq2 m4xz', 'Where is the printer?']) await ingest(aMessage({ text }))
    expect(jobs().map((job) => 'mayBeCode' in job)).toEqual([true, false])
  })

  it('R10 encrypts the queued text, bound to its post', async () => {
    const { ports, aMessage, jobs } = open()
    const encrypted: unknown[] = []
    const cipher = {
      ...ports.cipher,
      encrypt: (...sealed: [string, object]) => (encrypted.push(sealed), 'a ciphertext'),
    }
    const message = aMessage({ text: 'ABCD-EFGH' })
    await ingestPosts({ ...ports, cipher }, bot, [message])
    expect(encrypted).toEqual([['ABCD-EFGH', { purpose: 'chat_text', ownerId: message.postId }]])
    expect(jobs()).toMatchObject([{ sealedText: 'a ciphertext' }])
    expect(JSON.stringify([jobs(), [...ports.database.tables.chatPosts]])).not.toContain(
      message.text,
    )
  })

  it('R69 ingests a post once, also concurrently or much later, and after its job has ended', async () => {
    const { ports, aMessage, ingest, jobs } = open()
    const message = aMessage()
    expect(await Promise.all([ingest(message), ingest(message)])).toEqual(['ingested', 'duplicate'])
    ports.database.tables.jobs.clear()
    ports.clock.advance((postAgeSecondsMax - 1) * 1_000)
    expect(await ingest({ ...message, text: 'edited' })).toBe('duplicate')
    expect(jobs()).toEqual([])
  })

  it('R69 ingests no post that is too old, and stores nothing of it', async () => {
    const { ports, aMessage, ingest, jobs } = open()
    const message = aMessage()
    ports.clock.advance(postAgeSecondsMax * 1_000)
    expect(await ingest({ ...message, postId: newChatPostId() })).toBe('ingested')
    ports.clock.advance(1)
    expect(await ingest(message)).toBe('stale')
    expect(jobs()).toHaveLength(1)
    expect(ports.database.tables.chatPosts.size).toBe(1)
  })

  it('admits ten posts of a channel in a minute by the clock of their server, and ingests the others too', async () => {
    const { ports, aMessage, ingest, jobs } = open()
    const { channelId } = aMessage()
    for (let count = 0; count < admittedPostsMax + 2; count += 1)
      expect(await ingest(aMessage({ channelId }))).toBe('ingested')
    // The time of this process does not count.
    ports.clock.advance(admissionSeconds * 1_000)
    await ingest(aMessage({ channelId, postedAt: new Date(ports.clock.now().getTime() - 1) }))
    await ingest(aMessage({ channelId }))
    await ingest(aMessage())
    const isAdmitted = jobs().map((job) => job.isAdmitted)
    const admitted = Array.from({ length: admittedPostsMax }, () => true)
    expect(isAdmitted).toEqual([...admitted, false, false, false, true, true])
  })

  it('R64 ingests at most twenty posts of a channel in a minute, so that one sender delays no other', async () => {
    const { ports, aMessage, ingest, jobs } = open()
    const { channelId } = aMessage()
    const messages = Array.from({ length: ingestedPostsMax }, () => aMessage({ channelId }))
    for (const message of messages) expect(await ingest(message)).toBe('ingested')
    const flood = aMessage({ channelId })
    for (const _ of [1, 2]) expect(await ingest(flood)).toBe('flood')
    expect(await ingest(messages[0]!)).toBe('duplicate')
    expect(await ingest(aMessage())).toBe('ingested')
    ports.clock.advance(admissionSeconds * 1_000)
    expect(await ingest(flood)).toBe('flood')
    expect(await ingest(aMessage({ channelId }))).toBe('ingested')
    expect(jobs()).toHaveLength(ingestedPostsMax + 2)
  })

  it('R71 fails closed: ingests nothing when the window cannot be counted', async () => {
    const { ports, aMessage } = open()
    const transact: typeof ports.transact = (work) =>
      ports.transact((stores) =>
        work({
          ...stores,
          chatPosts: {
            ...stores.chatPosts,
            listAround: () => Promise.reject(new Error('unavailable')),
          },
        }),
      )
    await expect(ingestPosts({ ...ports, transact }, bot, [aMessage()])).rejects.toThrow(
      'unavailable',
    )
    expect(ports.database.tables.jobs.size + ports.database.tables.chatPosts.size).toBe(0)
  })
})
