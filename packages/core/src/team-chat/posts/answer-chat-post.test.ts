import { describe, expect, it } from 'vitest'
import { createLinkCode } from '../../identities/create-link-code.ts'
import { removeIdentity } from '../../identities/remove-identity.ts'
import {
  anIdentityIn,
  aPersonIn,
  memoryAnswerModel,
  memoryPorts,
  newPostId,
  valueOf,
  type MemoryPorts,
  type MemoryPost,
} from '../../testing/index.ts'
import {
  answersIn,
  jobFor,
  outcomeOf,
  setUpBot,
  waitingJobs,
} from '../../testing/builders/chat-turns.ts'
import { indexAll } from '../../testing/builders/search-world.ts'
import { answerChatPost } from './answer-chat-post.ts'
import { postCodePointsMax } from '../../model/team-chat/answer-parts.ts'

const done = { ok: true, value: null }
const deferred = { ok: false, error: { code: 'chat.deferred' } }
const documents = [
  {
    externalId: 'leave',
    title: 'Annual leave',
    url: 'https://wiki.example.com/leave',
    body: 'Everybody has thirty days of leave.',
  },
  {
    externalId: 'board',
    title: 'Salaries',
    body: 'The board earns millions of leave.',
    allowed: ['role:Owner'],
  },
]

async function open(overrides: Partial<MemoryPorts> = {}) {
  const ports = memoryPorts(overrides)
  await setUpBot(ports)
  await indexAll(ports.transact, documents)
  const { account, actor } = await aPersonIn(ports)
  /** What the linked person writes. */
  const say = (text: string, thread?: MemoryPost) => ports.teamChat.say(text, thread)
  const link = async ({ authorId }: MemoryPost) =>
    anIdentityIn(ports, account, { externalId: authorId })
  /** The job of a post by a linked person. */
  const ask = async (text: string, thread?: MemoryPost) => {
    const post = say(text, thread)
    if (thread === undefined) await link(post)
    return { post, job: await jobFor(ports, post) }
  }
  return { ports, account, actor, say, link, ask }
}

const searched = (ports: MemoryPorts) => {
  let searches = 0
  const searchIndex = { ...ports.searchIndex, searchText: async () => ((searches += 1), []) }
  return { ports: { ...ports, searchIndex }, count: () => searches }
}

describe('answerChatPost', () => {
  it('answers in the thread from what the person may see, with links, and closes the post', async () => {
    const { ports, ask } = await open()
    const { post, job } = await ask('How much leave?')
    expect(await answerChatPost(ports, job)).toEqual(done)
    expect(answersIn(ports, post)).toEqual([
      'This is what I found:\n\n1. [Annual leave](https://wiki.example.com/leave) (wiki)\n    Everybody has thirty days of leave.',
    ])
    expect(outcomeOf(ports, post)).toBe('answered')
  })

  it('continues a thread as one conversation, starts another with each root, and gives the model both sides', async () => {
    const answerModel = memoryAnswerModel()
    const { ports, ask } = await open({ answerModel })
    const { post, job } = await ask('How much leave?')
    await answerChatPost(ports, job)
    const reply = await ask('And for the board?', post)
    await answerChatPost(ports, reply.job)
    const [, followUp] = answerModel.prompts
    expect(followUp!.turns.slice(0, 2)).toMatchObject([
      { role: 'person', text: 'How much leave?' },
      { role: 'assistant' },
    ])
    expect(ports.database.tables.conversations.size).toBe(1)
    const other = await ask('How much leave?')
    await answerChatPost(ports, other.job)
    expect(answerModel.prompts[2]!.turns).toHaveLength(1)
    expect(ports.database.tables.conversations.size).toBe(2)
  })

  it('gives no one what another person said in the thread', async () => {
    const answerModel = memoryAnswerModel()
    const { ports, actor, account, ask } = await open({ answerModel })
    const { post, job } = await ask('How much leave?')
    await answerChatPost(ports, job)
    const [identity] = [...ports.database.tables.identities.values()]
    await removeIdentity(ports, { actor, userId: account.id, identityId: identity!.id })
    const next = await aPersonIn(ports)
    await anIdentityIn(ports, next.account, { externalId: post.authorId })
    await answerChatPost(ports, (await ask('leave', post)).job)
    expect(answerModel.prompts[1]!.turns).toHaveLength(1)
  })

  it('R7 gives a model no earlier answer that is based, even indirectly, on what the person may no longer see', async () => {
    const answerModel = memoryAnswerModel()
    const { ports, ask } = await open({ answerModel })
    const [leave] = documents
    answerModel.say('Thirty days.')
    const first = await ask('How much leave?')
    await answerChatPost(ports, first.job)
    // An answer from another document may repeat an answer from the first.
    await indexAll(ports.transact, [
      { ...leave, externalId: 'weekend', title: 'Weekend', body: 'Saturday and Sunday.' },
    ])
    answerModel.say('Thirty days, and weekends.')
    await answerChatPost(ports, (await ask('weekend', first.post)).job)
    await indexAll(ports.transact, [{ ...leave, allowed: ['role:Owner'] }])
    answerModel.say('Weekends.')
    await answerChatPost(ports, (await ask('And the weekend again?', first.post)).job)
    await answerChatPost(ports, (await ask('And the weekend?', first.post)).job)
    const [, , third, fourth] = answerModel.prompts.map(({ turns }) =>
      turns.map(({ text }) => text),
    )
    expect(third).toEqual(['How much leave?', 'weekend', expect.stringContaining('Saturday')])
    expect(fourth?.join()).not.toMatch(/thirty/i)
    expect(fourth?.[3]).toContain('Weekends.')
  })

  it('R7 posts no stored answer from what the person may no longer see', async () => {
    const { ports, ask } = await open()
    const { post, job } = await ask('leave')
    ports.teamChat.setUnavailable(true)
    await answerChatPost(ports, job)
    ports.teamChat.setUnavailable(false)
    await indexAll(ports.transact, [{ ...documents[0], allowed: ['role:Owner'] }])
    ports.teamChat.failAfterNextPost()
    expect(await answerChatPost(ports, job)).toMatchObject(deferred)
    expect(await answerChatPost(ports, job)).toEqual(done)
    expect(answersIn(ports, post)).toEqual([
      'What you may see has changed since you asked. Please ask again.',
    ])
    expect(outcomeOf(ports, post)).toBe('answered')
  })

  it('R7 R66 posts nothing that a model wrote for a person who may no longer receive it', async () => {
    const answerModel = memoryAnswerModel()
    const { ports, account, ask } = await open({ answerModel })
    const meanwhile = (change: () => Promise<unknown>) => ({
      ...ports,
      answerModel: { ...answerModel, complete: async () => (await change(), 'Thirty days.') },
    })
    const narrowed = await ask('How much leave?')
    const narrow = () => indexAll(ports.transact, [{ ...documents[0], allowed: ['role:Owner'] }])
    expect(await answerChatPost(meanwhile(narrow), narrowed.job)).toEqual(done)
    expect(answersIn(ports, narrowed.post)).toEqual([
      'What you may see has changed since you asked. Please ask again.',
    ])
    await indexAll(ports.transact, [documents[0]!])
    const { post, job } = await ask('How much leave?')
    const deactivate = async () =>
      ports.database.tables.accounts.set(account.id, { ...account, status: 'deactivated' })
    expect(await answerChatPost(meanwhile(deactivate), job)).toEqual(done)
    expect(answersIn(ports, post)).toEqual([])
    expect(outcomeOf(ports, post)).toBeUndefined()
    expect(waitingJobs(ports, 'admit_chat_sender')).toMatchObject([
      { postId: post.id, wasLinked: true },
    ])
    expect(JSON.stringify([...ports.database.tables.conversations.values()])).not.toContain(
      'Thirty days.',
    )
  })

  it('R66 searches nothing and calls no model for a stranger, a deactivated person, or one with a temporary password', async () => {
    const answerModel = memoryAnswerModel()
    const world = await open({ answerModel })
    const { ports, count } = searched(world.ports)
    const gone = await aPersonIn(ports, { status: 'deactivated' })
    const gated = await aPersonIn(ports, { mustChangePassword: true })
    for (const account of [null, gone.account, gated.account]) {
      const post = world.say('How much leave?')
      if (account !== null) await anIdentityIn(ports, account, { externalId: post.authorId })
      expect(await answerChatPost(ports, await jobFor(ports, post))).toEqual(done)
      expect(answersIn(ports, post)).toEqual([])
    }
    expect(waitingJobs(ports, 'admit_chat_sender')).toMatchObject([
      { wasLinked: false },
      { wasLinked: false },
      { wasLinked: false },
    ])
    expect([count(), answerModel.prompts.length]).toEqual([0, 0])
  })

  it('refuses the next message after a link was removed', async () => {
    const { ports, actor, account, ask } = await open()
    const { post, job } = await ask('leave')
    await answerChatPost(ports, job)
    const [identity] = [...ports.database.tables.identities.values()]
    await removeIdentity(ports, { actor, userId: account.id, identityId: identity!.id })
    const next = await ask('leave', post)
    await answerChatPost(ports, next.job)
    expect(answersIn(ports, post)).toHaveLength(1)
    expect(waitingJobs(ports, 'admit_chat_sender')).toHaveLength(1)
  })

  it('searches nothing for a post beyond the limit of its channel', async () => {
    const { ports, say, link } = await open()
    const post = say('leave')
    await link(post)
    await answerChatPost(ports, await jobFor(ports, post, false))
    expect(answersIn(ports, post)).toEqual([])
    expect(waitingJobs(ports, 'admit_chat_sender')).toMatchObject([
      { isAdmitted: false, wasLinked: true },
    ])
  })

  it('treats a code as a code, and a word of a linked person that only looks like one as a question', async () => {
    const { ports, actor, ask } = await open()
    const { code } = valueOf(await createLinkCode(ports, { actor }))
    await answerChatPost(ports, (await ask(code)).job)
    expect(waitingJobs(ports, 'admit_chat_sender')).toHaveLength(1)
    const { post, job } = await ask('printers')
    await answerChatPost(ports, job)
    expect(answersIn(ports, post)).toEqual([
      'I found nothing about this that you may see. Other words may help.',
    ])
  })

  it('R70 posts one answer for all attempts, concurrent and sequential', async () => {
    const { ports, ask } = await open()
    const { post, job } = await ask('leave')
    await Promise.allSettled(Array.from({ length: 10 }, () => answerChatPost(ports, job)))
    expect(await answerChatPost(ports, job)).toEqual(done)
    expect(answersIn(ports, post)).toHaveLength(1)
    const [conversation] = [...ports.database.tables.conversations.values()]
    expect(conversation!.messages).toHaveLength(2)
  })

  it('R70 retries while the server is unavailable, and then posts the same answer without another search', async () => {
    const { ports, ask } = await open()
    const { post, job } = await ask('leave')
    ports.teamChat.setUnavailable(true)
    expect(await answerChatPost(ports, job)).toMatchObject(deferred)
    ports.teamChat.setUnavailable(false)
    ports.teamChat.failAfterNextPost()
    const later = searched(ports)
    expect(await answerChatPost(later.ports, job)).toMatchObject(deferred)
    expect(await answerChatPost(later.ports, job)).toEqual(done)
    expect(later.count()).toBe(0)
    expect(answersIn(ports, post)).toEqual([expect.stringContaining('Annual leave')])
  })

  it('posts no stored answer for a person who may no longer receive it', async () => {
    const { ports, account, ask } = await open()
    const { post, job } = await ask('leave')
    ports.teamChat.setUnavailable(true)
    await answerChatPost(ports, job)
    ports.teamChat.setUnavailable(false)
    ports.database.tables.accounts.set(account.id, { ...account, status: 'deactivated' })
    expect(await answerChatPost(ports, job)).toEqual(done)
    expect(answersIn(ports, post)).toEqual([])
    expect(outcomeOf(ports, post)).toBe('dropped')
    expect(waitingJobs(ports, 'admit_chat_sender')).toEqual([])
  })

  it('R72 stops answering when the bot is off or replaced', async () => {
    for (const change of [{ enabled: false }, { botUserId: newPostId() }]) {
      const { ports, ask } = await open()
      const { post, job } = await ask('leave')
      await setUpBot(ports, change)
      expect(await answerChatPost(ports, job)).toEqual(done)
      expect(answersIn(ports, post)).toEqual([])
      expect(outcomeOf(ports, post)).toBe('dropped')
    }
  })

  it('R72 posts nothing when the bot is turned off while the model writes', async () => {
    const answerModel = memoryAnswerModel()
    const { ports, ask } = await open({ answerModel })
    const { post, job } = await ask('leave')
    const complete = async () => {
      await setUpBot(ports, { enabled: false })
      return 'Thirty days.'
    }
    expect(
      await answerChatPost({ ...ports, answerModel: { ...answerModel, complete } }, job),
    ).toEqual(done)
    expect(answersIn(ports, post)).toEqual([])
    expect(outcomeOf(ports, post)).toBe('dropped')
  })

  it('waits while the token of the bot cannot be decrypted', async () => {
    const { ports, ask } = await open()
    const { post, job } = await ask('leave')
    await setUpBot(ports, { botTokenEnc: 'of a lost key' })
    await expect(answerChatPost(ports, job)).rejects.toThrow('cannot be read')
    await setUpBot(ports)
    await answerChatPost(ports, job)
    expect(answersIn(ports, post)).toHaveLength(1)
  })

  it('closes a post whose root was deleted or whose channel is archived', async () => {
    const { ports, ask } = await open()
    const [deleted, archived] = [await ask('leave'), await ask('leave')]
    ports.teamChat.remove(deleted.post.id)
    ports.teamChat.archive(archived.post.channelId)
    for (const { job, post } of [deleted, archived]) {
      expect(await answerChatPost(ports, job)).toEqual(done)
      expect(outcomeOf(ports, post)).toBe('undeliverable')
    }
  })

  it('splits a long answer without loss', async () => {
    const answerModel = memoryAnswerModel()
    answerModel.say('words '.repeat(4_000))
    const { ports, ask } = await open({ answerModel })
    const { post, job } = await ask('leave')
    await answerChatPost(ports, job)
    const parts = answersIn(ports, post)
    expect(parts).toHaveLength(2)
    expect(Math.max(...parts.map((part) => Array.from(part).length))).toBeLessThanOrEqual(
      postCodePointsMax,
    )
    expect(parts.join(' ').match(/words/g)).toHaveLength(4_000)
    expect(parts.at(-1)).toContain('**Sources**')
  })

  it('asks for text when a post has none', async () => {
    const { ports, ask } = await open()
    const { post, job } = await ask('')
    await answerChatPost(ports, job)
    expect(answersIn(ports, post)).toEqual(['Please ask in words: I do not read files.'])
  })

  it('shows the bot typing only while it works', async () => {
    const { ports, ask } = await open()
    const shown: string[] = []
    const startTyping = () => (shown.push('typing'), { stop: () => void shown.push('stopped') })
    const answer: MemoryPorts['teamChatThreads']['answer'] = async (...given) => (
      shown.push('answer'),
      ports.teamChatThreads.answer(...given)
    )
    await answerChatPost(
      { ...ports, teamChatThreads: { startTyping, answer } },
      (await ask('leave')).job,
    )
    expect(shown).toEqual(['typing', 'answer', 'stopped'])
  })

  it('R10 logs no message', async () => {
    const { ports, ask } = await open({ answerModel: memoryAnswerModel() })
    const { job } = await ask('canary leave')
    ports.teamChat.setUnavailable(true)
    const outcome = await answerChatPost(ports, job)
    expect(JSON.stringify([ports.log.lines, outcome])).not.toContain('canary')
  })

  it('retries what it cannot decrypt, because another worker may have the secret, and drops it once the bot is off', async () => {
    const { ports, ask } = await open()
    const { post, job } = await ask('leave')
    const unreadable = { ...job, sealedText: 'sealed with another secret' }
    await expect(answerChatPost(ports, unreadable)).rejects.toThrow('KEN_SECRETS')
    await answerChatPost(ports, job)
    expect(answersIn(ports, post)).toHaveLength(1)
    const later = await ask('leave again')
    await setUpBot(ports, { enabled: false })
    expect(
      await answerChatPost(ports, { ...later.job, sealedText: 'sealed with another secret' }),
    ).toEqual(done)
  })
})
