import { describe, expect, it, onTestFinished } from 'vitest'
import type { TeamChatBot } from '../../../ports/chat/chat-bot.ts'
import type { ChatAnswer, ChatThread, ChatThreads } from '../../../ports/chat/chat-threads.ts'
import { Unavailable } from '../../../ports/platform/unavailable.ts'

/** A fresh team-chat server with a bot that gets questions. */
export type ChatThreadsWorld = {
  readonly threads: ChatThreads
  readonly bot: TeamChatBot
  /** A question of a person: in an existing thread, or in a new one. */
  readonly ask: (thread?: ChatThread) => Omit<ChatAnswer, 'parts'>
  /** The bot's posts in the thread, oldest first. */
  readonly textsOfBot: (thread: ChatThread) => readonly string[]
  readonly deleteRoot: (thread: ChatThread) => void
  readonly archive: (thread: ChatThread) => void
  readonly setUnavailable: (isUnavailable: boolean) => Promise<void>
  /** Makes the server store the next post and then report a failure. */
  readonly failAfterNextPost: () => void
  /** Makes the server forget recent post ids; only the thread still shows the posts. */
  readonly forgetPosts: () => void
  readonly close: () => Promise<void>
}

/** What every `ChatThreads` must do. */
export function chatThreadsContract(name: string, open: () => Promise<ChatThreadsWorld>) {
  async function openWorld() {
    const world = await open()
    onTestFinished(world.close)
    return world
  }
  const parts = ['first part', 'second part', 'third part']

  describe(`ChatThreads contract: ${name}`, () => {
    it('posts the parts in order, into the thread', async () => {
      const { threads, bot, ask, textsOfBot } = await openWorld()
      const [question, other] = [ask(), ask()]
      expect(await threads.answer(bot, { ...question, parts })).toBe('posted')
      expect(textsOfBot(question.thread)).toEqual(parts)
      expect(textsOfBot(other.thread)).toEqual([])
    })

    it('posts nothing for no parts', async () => {
      const { threads, bot, ask, textsOfBot } = await openWorld()
      const question = ask()
      expect(await threads.answer(bot, { ...question, parts: [] })).toBe('posted')
      expect(textsOfBot(question.thread)).toEqual([])
    })

    it('R70 posts no part twice when it is called again', async () => {
      const { threads, bot, ask, textsOfBot, forgetPosts } = await openWorld()
      const answer = { ...ask(), parts }
      await threads.answer(bot, answer)
      forgetPosts()
      expect(await threads.answer(bot, answer)).toBe('posted')
      expect(textsOfBot(answer.thread)).toEqual(parts)
    })

    it('R70 posts only the missing parts after a failure that followed a post', async () => {
      const { threads, bot, ask, textsOfBot, failAfterNextPost, forgetPosts } = await openWorld()
      const answer = { ...ask(), parts }
      failAfterNextPost()
      await expect(threads.answer(bot, answer)).rejects.toThrow(Unavailable)
      expect(textsOfBot(answer.thread)).toEqual(parts.slice(0, 1))
      forgetPosts()
      expect(await threads.answer(bot, answer)).toBe('posted')
      expect(textsOfBot(answer.thread)).toEqual(parts)
    })

    it('R70 posts each part once in two concurrent calls', async () => {
      const { threads, bot, ask, textsOfBot } = await openWorld()
      const answer = { ...ask(), parts: ['the only part'] }
      const outcomes = await Promise.allSettled([
        threads.answer(bot, answer),
        threads.answer(bot, answer),
      ])
      expect(outcomes).toContainEqual({ status: 'fulfilled', value: 'posted' })
      expect(textsOfBot(answer.thread)).toEqual(['the only part'])
    })

    it('answers each question of a thread separately', async () => {
      const { threads, bot, ask, textsOfBot } = await openWorld()
      const first = ask()
      const second = ask(first.thread)
      expect(second.thread).toEqual(first.thread)
      await threads.answer(bot, { ...first, parts: ['same'] })
      await threads.answer(bot, { ...second, parts: ['same'] })
      expect(textsOfBot(first.thread)).toEqual(['same', 'same'])
    })

    it('reports a deleted thread', async () => {
      const { threads, bot, ask, deleteRoot } = await openWorld()
      const answer = { ...ask(), parts }
      deleteRoot(answer.thread)
      expect(await threads.answer(bot, answer)).toBe('thread_gone')
    })

    it('reports a refusal by the server', async () => {
      const { threads, bot, ask, archive, textsOfBot } = await openWorld()
      const answer = { ...ask(), parts }
      archive(answer.thread)
      expect(await threads.answer(bot, answer)).toBe('refused')
      expect(textsOfBot(answer.thread)).toEqual([])
    })

    it('throws Unavailable while the server is unavailable or refuses the token, and posts afterwards', async () => {
      const { threads, bot, ask, textsOfBot, setUnavailable } = await openWorld()
      const answer = { ...ask(), parts }
      await expect(threads.answer({ ...bot, token: 'another' }, answer)).rejects.toThrow(
        Unavailable,
      )
      await setUnavailable(true)
      await expect(threads.answer(bot, answer)).rejects.toThrow(Unavailable)
      await setUnavailable(false)
      expect(await threads.answer(bot, answer)).toBe('posted')
      expect(textsOfBot(answer.thread)).toEqual(parts)
    })

    it('shows typing without waiting or throwing, also while the server is unavailable', async () => {
      const { threads, bot, ask, setUnavailable } = await openWorld()
      const { thread } = ask()
      await setUnavailable(true)
      const typing = threads.startTyping(bot, thread)
      typing.stop()
      expect(() => typing.stop()).not.toThrow()
    })
  })
}
