import { describe, expect, it } from 'vitest'
import { createLinkCode } from '../../identities/create-link-code.ts'
import type { ChatThread, ChatThreads, TeamChatBot } from '../../ports/index.ts'
import { memoryAnswerModel, newChatPostId, valueOf, withTeamChat } from '../../testing/index.ts'
import {
  answersIn,
  jobFor,
  outcomeOf,
  setUpBot,
  waitingJobs,
} from '../../testing/builders/chat-turns.ts'
import { answerChatPost } from './answer-chat-post.ts'
import { postCodePointsMax } from '../../model/chat/answer-parts.ts'

import { openChat, searched } from '../../testing/builders/chat-questions.ts'

const done = { ok: true, value: null }
const deferred = { ok: false, error: { code: 'chat.deferred' } }

describe('answerChatPost', () => {
  it('answers in the thread from what the person may see, with links, and closes the post', async () => {
    const { ports, ask } = await openChat()
    const { post, job } = await ask('How much leave?')
    expect(await answerChatPost(ports, job)).toEqual(done)
    expect(answersIn(ports, post)).toEqual([
      'This is what I found:\n\n1. [Annual leave](https://wiki.example.com/leave) (wiki)\n    Everyone has thirty days of leave.',
    ])
    expect(outcomeOf(ports, post)).toBe('answered')
  })

  it('continues a thread as one conversation, starts another with each root, and gives the model both sides', async () => {
    const answerModel = memoryAnswerModel()
    const { ports, ask } = await openChat({ answerModel })
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

  it('searches nothing for a linked person beyond the limit of the channel, and says so once', async () => {
    const { ports, say, link } = await openChat()
    const post = say('leave')
    await link(post)
    const job = await jobFor(ports, post, false)
    const { ports: counted, count } = searched(ports)
    ports.teamChat.failAfterNextPost()
    expect(await answerChatPost(counted, job)).toMatchObject(deferred)
    expect(await answerChatPost(counted, job)).toEqual(done)
    expect(answersIn(ports, post)).toEqual([
      'I answer 10 messages a minute. Please ask this again in a minute.',
    ])
    expect([count(), waitingJobs(ports, 'admit_chat_sender')]).toEqual([0, []])
  })

  it('treats a code as a code, and a word of a linked person that only looks like one as a question', async () => {
    const { ports, actor, ask } = await openChat()
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
    const { ports, ask } = await openChat()
    const { post, job } = await ask('leave')
    await Promise.allSettled(Array.from({ length: 10 }, () => answerChatPost(ports, job)))
    expect(await answerChatPost(ports, job)).toEqual(done)
    expect(answersIn(ports, post)).toHaveLength(1)
    const [conversation] = [...ports.database.tables.conversations.values()]
    expect(conversation!.messages).toHaveLength(2)
  })

  it('R70 retries while the server is unavailable, and then posts the same answer without another search', async () => {
    const { ports, ask } = await openChat()
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

  it('R72 stops answering when the bot is off or replaced', async () => {
    for (const change of [{ enabled: false }, { botUserId: newChatPostId() }]) {
      const { ports, ask } = await openChat()
      const { post, job } = await ask('leave')
      await setUpBot(ports, change)
      expect(await answerChatPost(ports, job)).toEqual(done)
      expect(answersIn(ports, post)).toEqual([])
      expect(outcomeOf(ports, post)).toBe('dropped')
    }
  })

  it('R72 posts nothing when the bot is turned off while the model writes', async () => {
    const answerModel = memoryAnswerModel()
    const { ports, ask } = await openChat({ answerModel })
    const { post, job } = await ask('leave')
    answerModel.say('Thirty days.', () => setUpBot(ports, { enabled: false }))
    expect(await answerChatPost(ports, job)).toEqual(done)
    expect(answersIn(ports, post)).toEqual([])
    expect(outcomeOf(ports, post)).toBe('dropped')
  })

  it('waits while the token of the bot cannot be decrypted', async () => {
    const { ports, ask } = await openChat()
    const { post, job } = await ask('leave')
    await setUpBot(ports, { botTokenEnc: 'of a lost key' })
    await expect(answerChatPost(ports, job)).rejects.toThrow('cannot be read')
    await setUpBot(ports)
    await answerChatPost(ports, job)
    expect(answersIn(ports, post)).toHaveLength(1)
  })

  it('closes a post whose root was deleted or whose channel is archived', async () => {
    const { ports, ask } = await openChat()
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
    const { ports, ask } = await openChat({ answerModel })
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
    const { ports, ask } = await openChat()
    const { post, job } = await ask('')
    await answerChatPost(ports, job)
    expect(answersIn(ports, post)).toEqual(['Please ask in words: I do not read files.'])
  })

  it('searches nothing for emojis alone, and keeps them out of the conversation', async () => {
    const { ports, ask } = await openChat()
    const { post, job } = await ask('leave')
    await answerChatPost(ports, job)
    const later = searched(ports)
    await answerChatPost(later.ports, (await ask('👍', post)).job)
    expect(later.count()).toBe(0)
    expect(answersIn(ports, post).at(-1)).toBe('Please ask in words.')
    expect([...ports.database.tables.conversations.values()][0]!.messages).toHaveLength(2)
  })

  it('R70 posts what an earlier version stored for a text that gets a fixed reply now', async () => {
    const { ports, account, ask } = await openChat()
    const { post, job } = await ask('help')
    const stored = { parts: ['The first part.', 'The rest.'], basedOn: [], answerFor: account.id }
    await ports.chatPosts.storeAnswer(post.id, stored, null, null)
    expect(await answerChatPost(ports, job)).toEqual(done)
    expect(answersIn(ports, post)).toEqual(stored.parts)
  })

  it('shows the bot typing only while it works', async () => {
    const { ports, ask } = await openChat()
    const shown: string[] = []
    const startTyping = () => (
      shown.push('typing'),
      { stop: () => void shown.push('stopped'), write: null }
    )
    const answer: ChatThreads<TeamChatBot>['answer'] = async (...given) => (
      shown.push('answer'),
      ports.chatPlatforms.teamchat.threads.answer(...given)
    )
    await answerChatPost(
      withTeamChat(ports, { threads: { startTyping, answer } }),
      (await ask('leave')).job,
    )
    expect(shown).toEqual(['typing', 'answer', 'stopped'])
  })

  it('types and answers in the topic of the post', async () => {
    const { ports, ask } = await openChat()
    const threads: ChatThread[] = []
    const startTyping = (_bot: TeamChatBot, thread: ChatThread) => {
      threads.push(thread)
      return { stop: () => {}, write: null }
    }
    const answer: ChatThreads<TeamChatBot>['answer'] = async (bot, given, ledger) => {
      threads.push(given.thread)
      return ports.chatPlatforms.teamchat.threads.answer(bot, given, ledger)
    }
    const { job } = await ask('leave')
    const world = withTeamChat(ports, { threads: { startTyping, answer } })
    await answerChatPost(world, { ...job, isTopic: true })
    const { channelId, rootId } = job
    const topic = { channelId, rootId, isTopic: true }
    expect(threads).toEqual([topic, topic])
  })

  it('R231 shows what a model has written so far, harmless, while the person may be answered', async () => {
    const answerModel = memoryAnswerModel()
    const { ports, account, ask } = await openChat({ answerModel })
    const shown: string[] = []
    const write = async (text: string) => void shown.push(text)
    const startTyping = () => ({ stop: () => {}, write })
    const answer: ChatThreads<TeamChatBot>['answer'] = (...given) =>
      ports.chatPlatforms.teamchat.threads.answer(...given)
    const slow = {
      ...answerModel,
      async *write() {
        for (const piece of ['Thirty ', 'days [here](https://evil.example/) ', 'of ', 'leave ']) {
          ports.clock.advance(1_500)
          if (piece === 'leave ')
            ports.database.tables.accounts.set(account.id, { ...account, status: 'deactivated' })
          yield piece
          for (let turns = 0; turns < 50; turns += 1) await Promise.resolve()
        }
      },
    }
    const world = withTeamChat(ports, { threads: { startTyping, answer } })
    await answerChatPost({ ...world, answerModel: slow }, (await ask('How much leave?')).job)
    expect(shown).toEqual(['Thirty days', 'Thirty days here'])
  })

  it('R231 shows no text of a model beside the answer or after it', async () => {
    const answerModel = memoryAnswerModel()
    const { ports, ask } = await openChat({ answerModel })
    const shown: string[] = []
    const write = async () => {
      shown.push('text')
      for (let turns = 0; turns < 1_000; turns += 1) await Promise.resolve()
      shown.push('text arrived')
    }
    const startTyping = () => ({ stop: () => void shown.push('stopped'), write })
    const answer: ChatThreads<TeamChatBot>['answer'] = async (...given) => (
      shown.push('answer'),
      ports.chatPlatforms.teamchat.threads.answer(...given)
    )
    const slow = {
      ...answerModel,
      async *write() {
        ports.clock.advance(2_000)
        yield 'Thirty days '
        for (let turns = 0; turns < 50; turns += 1) await Promise.resolve()
        ports.clock.advance(1_000)
        yield 'of leave '
      },
    }
    const world = withTeamChat(ports, { threads: { startTyping, answer } })
    await answerChatPost({ ...world, answerModel: slow }, (await ask('How much leave?')).job)
    expect(shown).toEqual(['text', 'text arrived', 'answer', 'stopped'])
  })

  it('R10 logs no message', async () => {
    const { ports, ask } = await openChat({ answerModel: memoryAnswerModel() })
    const { job } = await ask('canary leave')
    ports.teamChat.setUnavailable(true)
    const outcome = await answerChatPost(ports, job)
    expect(JSON.stringify([ports.log.lines, outcome])).not.toContain('canary')
  })

  it('retries what it cannot decrypt, because another worker may have the secret, and drops it once the bot is off', async () => {
    const { ports, ask } = await openChat()
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
