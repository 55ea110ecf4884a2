import { describe, expect, it } from 'vitest'
import { removeIdentity } from '../../identities/remove-identity.ts'
import {
  anIdentityIn,
  aPersonIn,
  memoryAnswerModel,
  withTeamChat,
  type MemoryPost,
} from '../../testing/index.ts'
import { answersIn, jobFor, outcomeOf, waitingJobs } from '../../testing/builders/chat-turns.ts'
import { indexAll } from '../../testing/builders/search-world.ts'
import { answerChatPost } from './answer-chat-post.ts'
import { refusalText } from './refusal.ts'

import { documents, openChat, searched } from '../../testing/builders/chat-questions.ts'

const done = { ok: true, value: null }
const deferred = { ok: false, error: { code: 'chat.deferred' } }

type OpenedChat = Awaited<ReturnType<typeof openChat>>

/** Links the chat account that wrote a post to another person. */
async function relink(
  { ports, actor, account }: Pick<OpenedChat, 'ports' | 'actor' | 'account'>,
  post: MemoryPost,
): Promise<void> {
  const [identity] = [...ports.database.tables.identities.values()]
  await removeIdentity(ports, { actor, userId: account.id, identityId: identity!.id })
  const next = await aPersonIn(ports)
  await anIdentityIn(ports, next.account, { externalId: post.authorId })
}

describe('answerChatPost and access', () => {
  it('gives no one what another person said in the thread', async () => {
    const answerModel = memoryAnswerModel()
    const { ports, actor, account, ask } = await openChat({ answerModel })
    const { post, job } = await ask('How much leave?')
    await answerChatPost(ports, job)
    await relink({ ports, actor, account }, post)
    await answerChatPost(ports, (await ask('leave', post)).job)
    expect(answerModel.prompts[1]!.turns).toHaveLength(1)
  })

  it('R7 gives a model no earlier answer that is based, even indirectly, on what the person may no longer see', async () => {
    const answerModel = memoryAnswerModel()
    const { ports, ask } = await openChat({ answerModel })
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
    const { ports, ask } = await openChat()
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

  it('R7 R221 ends an answer with a sentence when the rights change between two of its parts', async () => {
    const answerModel = memoryAnswerModel()
    const { ports, account, ask } = await openChat({ answerModel })
    const begin = async () => {
      answerModel.say(`${'a'.repeat(16_000)}\n\n${'b'.repeat(16_000)}`)
      const asked = await ask('How much leave?')
      ports.teamChat.failAfterNextPost()
      expect(await answerChatPost(ports, asked.job)).toMatchObject(deferred)
      return asked
    }
    const first = 'a'.repeat(16_000)
    const narrowed = await begin()
    await indexAll(ports.transact, [{ ...documents[0], allowed: ['role:Owner'] }])
    ports.teamChat.failAfterNextPost()
    expect(await answerChatPost(ports, narrowed.job)).toMatchObject(deferred)
    await indexAll(ports.transact, [documents[0]!])
    expect(await answerChatPost(ports, narrowed.job)).toEqual(done)
    expect(answersIn(ports, narrowed.post)).toEqual([
      first,
      'What you may see has changed since you asked. Please ask again.',
    ])
    const unlinked = await begin()
    ports.database.tables.accounts.set(account.id, { ...account, status: 'deactivated' })
    expect(await answerChatPost(ports, unlinked.job)).toEqual(done)
    expect(answersIn(ports, unlinked.post)).toEqual([first, refusalText])
    expect(outcomeOf(ports, unlinked.post)).toBe('refused')
  })

  it('R7 R66 posts nothing that a model wrote for a person who may no longer receive it', async () => {
    const answerModel = memoryAnswerModel()
    const { ports, account, ask } = await openChat({ answerModel })
    const meanwhile = (change: () => Promise<unknown>) => {
      answerModel.say('Thirty days.', async () => void (await change()))
      return ports
    }
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

  it('R66 posts nothing that a model wrote for a person whose chat account is linked to another by then', async () => {
    const answerModel = memoryAnswerModel()
    const { ports, actor, account, ask } = await openChat({ answerModel })
    const { post, job } = await ask('How much leave?')
    answerModel.say('Thirty days.', () => relink({ ports, actor, account }, post))
    expect(await answerChatPost(ports, job)).toEqual(done)
    expect(answersIn(ports, post)).toEqual([])
    expect(waitingJobs(ports, 'admit_chat_sender')).toMatchObject([{ postId: post.id }])
    expect([...ports.database.tables.conversations.values()]).toEqual([])
  })

  it('R66 posts no stored answer once the chat account is linked to another person', async () => {
    const { ports, actor, account, ask } = await openChat()
    const { post, job } = await ask('leave')
    ports.teamChat.setUnavailable(true)
    expect(await answerChatPost(ports, job)).toMatchObject(deferred)
    await relink({ ports, actor, account }, post)
    ports.teamChat.setUnavailable(false)
    expect(await answerChatPost(ports, job)).toEqual(done)
    expect(answersIn(ports, post)).toEqual([])
    expect(outcomeOf(ports, post)).toBe('dropped')
  })

  it('R66 ends an answer with the refusal when the chat account is linked to another person between two of its parts', async () => {
    const answerModel = memoryAnswerModel()
    const { ports, actor, account, ask } = await openChat({ answerModel })
    const { post, job } = await ask('leave')
    const first = 'a'.repeat(16_000)
    answerModel.say(`${first}\n\n${'b'.repeat(16_000)}`)
    ports.teamChat.failAfterNextPost()
    expect(await answerChatPost(ports, job)).toMatchObject(deferred)
    await relink({ ports, actor, account }, post)
    expect(await answerChatPost(ports, job)).toEqual(done)
    expect(answersIn(ports, post)).toEqual([first, refusalText])
  })

  it('R231 shows no text of a model once the person may not see what it is based on', async () => {
    const answerModel = memoryAnswerModel()
    const { ports, ask } = await openChat({ answerModel })
    const [leave] = documents
    const { post, job } = await ask('How much leave?')
    const shown: string[] = []
    const write = async (text: string) => void shown.push(text)
    const slow = {
      ...answerModel,
      async *write() {
        for (const piece of ['Thirty ', 'days ', 'of ', 'leave ']) {
          ports.clock.advance(2_000)
          if (piece === 'of ')
            await indexAll(ports.transact, [{ ...leave, allowed: ['role:Owner'] }])
          yield piece
          for (let turns = 0; turns < 1_000; turns += 1) await Promise.resolve()
        }
      },
    }
    const { threads } = ports.chatPlatforms.teamchat
    const world = withTeamChat(ports, {
      threads: { ...threads, startTyping: () => ({ stop: () => {}, write }) },
    })
    await answerChatPost({ ...world, answerModel: slow }, job)
    expect(shown).toEqual(['Thirty'])
    expect(answersIn(ports, post)).toContain(
      'What you may see has changed since you asked. Please ask again.',
    )
  })

  it('R66 searches nothing and calls no model for a stranger, a deactivated person, or one with a temporary password', async () => {
    const answerModel = memoryAnswerModel()
    const world = await openChat({ answerModel })
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
    const { ports, actor, account, ask } = await openChat()
    const { post, job } = await ask('leave')
    await answerChatPost(ports, job)
    const [identity] = [...ports.database.tables.identities.values()]
    await removeIdentity(ports, { actor, userId: account.id, identityId: identity!.id })
    const next = await ask('leave', post)
    await answerChatPost(ports, next.job)
    expect(answersIn(ports, post)).toHaveLength(1)
    expect(waitingJobs(ports, 'admit_chat_sender')).toHaveLength(1)
  })

  it('posts no stored answer for a person who may no longer receive it', async () => {
    const { ports, account, ask } = await openChat()
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
})
