import { describe, expect, it } from 'vitest'
import { anIdentityIn, aPersonIn, memoryPorts, newPostId } from '../testing/index.ts'
import { admissionSeconds, admittedPostsMax, postAgeSecondsMax, takenPostsMax } from '../model/team-chat/chat-post.ts'
import type { DirectMessage } from '../model/team-chat/direct-message.ts'
import { takePost } from './taking.ts'

const botId = newPostId()

function open() {
  const ports = memoryPorts()
  const aMessage = (overrides: Partial<DirectMessage> = {}): DirectMessage => {
    const postId = newPostId()
    const [channelId, authorId, postedAt] = [newPostId(), newPostId(), ports.clock.now()]
    return { postId, rootId: postId, channelId, authorId, text: 'Where is the printer?', postedAt, ...overrides }
  }
  const take = (message: DirectMessage) => takePost(ports, botId, message)
  const jobs = () => [...ports.database.tables.jobs.values()].flatMap((job) => ('postId' in job ? [job] : []))
  return { ports, aMessage, take, jobs }
}

describe('takePost', () => {
  it('knows the post and queues it, for the bot that it was written to', async () => {
    const { ports, aMessage, take, jobs } = open()
    const { text, authorId, postedAt, ...post } = aMessage({ rootId: newPostId() })
    expect(await take({ text, authorId, postedAt, ...post })).toBe('taken')
    const [job, ...others] = jobs()
    expect(others).toEqual([])
    expect(job).toMatchObject({ ...post, authorId, botId, postedAt: postedAt.toISOString(), isAdmitted: true })
    expect(ports.database.tables.chatPosts.get(post.postId)).toMatchObject({ ...post, postedAt, isAdmitted: true })
  })

  it('lets what strangers write wait apart from what people write who are linked', async () => {
    const { ports, aMessage, take, jobs } = open()
    const [stranger, linked] = [aMessage(), aMessage()]
    await anIdentityIn(ports, (await aPersonIn(ports)).account, { externalId: linked.authorId })
    for (const message of [stranger, linked]) await take(message)
    const arrivedAt = ports.clock.now().toISOString()
    expect(jobs()).toMatchObject([
      { kind: 'admit_chat_sender', authorId: stranger.authorId, arrivedAt, wasLinked: false },
      { kind: 'answer_chat_post', authorId: linked.authorId, arrivedAt },
    ])
  })

  it('R10 lets what was written wait encrypted, for this post alone', async () => {
    const { ports, aMessage, jobs } = open()
    const encrypted: unknown[] = []
    const cipher = {
      ...ports.cipher,
      encrypt: (...sealed: [string, object]) => (encrypted.push(sealed), 'a ciphertext'),
    }
    const message = aMessage({ text: 'ABCD-EFGH' })
    await takePost({ ...ports, cipher }, botId, message)
    expect(encrypted).toEqual([['ABCD-EFGH', { purpose: 'chat_text', ownerId: message.postId }]])
    expect(jobs()).toMatchObject([{ sealedText: 'a ciphertext' }])
    expect(JSON.stringify([jobs(), [...ports.database.tables.chatPosts]])).not.toContain(message.text)
  })

  it('R69 takes a post once, at once or much later, and whatever became of its job', async () => {
    const { ports, aMessage, take, jobs } = open()
    const message = aMessage()
    expect(await Promise.all([take(message), take(message)])).toEqual(['taken', 'known'])
    ports.database.tables.jobs.clear()
    ports.clock.advance((postAgeSecondsMax - 1) * 1_000)
    expect(await take({ ...message, text: 'edited' })).toBe('known')
    expect(jobs()).toEqual([])
  })

  it('R69 takes none that is older than posts are answered, and keeps nothing of it', async () => {
    const { ports, aMessage, take, jobs } = open()
    const message = aMessage()
    ports.clock.advance(postAgeSecondsMax * 1_000)
    expect(await take({ ...message, postId: newPostId() })).toBe('taken')
    ports.clock.advance(1)
    expect(await take(message)).toBe('stale')
    expect(jobs()).toHaveLength(1)
    expect(ports.database.tables.chatPosts.size).toBe(1)
  })

  it('admits ten posts of a channel in a minute by the clock of their server, and takes the others all the same', async () => {
    const { ports, aMessage, take, jobs } = open()
    const { channelId } = aMessage()
    for (let count = 0; count < admittedPostsMax + 2; count += 1) expect(await take(aMessage({ channelId }))).toBe('taken')
    // As long as it takes here says nothing.
    ports.clock.advance(admissionSeconds * 1_000)
    await take(aMessage({ channelId, postedAt: new Date(ports.clock.now().getTime() - 1) }))
    await take(aMessage({ channelId }))
    await take(aMessage())
    const isAdmitted = jobs().map((job) => job.isAdmitted)
    const admitted = Array.from({ length: admittedPostsMax }, () => true)
    expect(isAdmitted).toEqual([...admitted, false, false, false, true, true])
  })

  it('R64 takes twice as many of a channel in a minute and no more, so that one sender holds up no other', async () => {
    const { ports, aMessage, take, jobs } = open()
    const { channelId } = aMessage()
    const messages = Array.from({ length: takenPostsMax }, () => aMessage({ channelId }))
    for (const message of messages) expect(await take(message)).toBe('taken')
    const flood = aMessage({ channelId })
    for (const _ of [1, 2]) expect(await take(flood)).toBe('flood')
    expect(await take(messages[0]!)).toBe('known')
    expect(await take(aMessage())).toBe('taken')
    ports.clock.advance(admissionSeconds * 1_000)
    expect(await take(flood)).toBe('flood')
    expect(await take(aMessage({ channelId }))).toBe('taken')
    expect(jobs()).toHaveLength(takenPostsMax + 2)
  })

  it('R71 fails closed: nothing is taken when its window cannot be counted', async () => {
    const { ports, aMessage } = open()
    const transact: typeof ports.transact = (work) =>
      ports.transact((stores) =>
        work({ ...stores, chatPosts: { ...stores.chatPosts, listAround: () => Promise.reject(new Error('away')) } }),
      )
    await expect(takePost({ ...ports, transact }, botId, aMessage())).rejects.toThrow('away')
    expect(ports.database.tables.jobs.size + ports.database.tables.chatPosts.size).toBe(0)
  })
})
