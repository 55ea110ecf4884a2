import { describe, expect, it, onTestFinished } from 'vitest'
import type { TeamChatAnswer, TeamChatBot, TeamChatThread, TeamChatThreads } from '../../../ports/team-chat/team-chat-threads.ts'
import { Unavailable } from '../../../ports/platform/unavailable.ts'

/** A fresh team-chat server with a bot that is asked things. */
export type TeamChatThreadsWorld = {
  readonly threads: TeamChatThreads
  readonly bot: TeamChatBot
  /** A person's question: in a thread that exists, or as a new one. */
  readonly ask: (thread?: TeamChatThread) => Omit<TeamChatAnswer, 'parts'>
  /** What the bot wrote into the thread, oldest first. */
  readonly textsOfBot: (thread: TeamChatThread) => readonly string[]
  readonly deleteRoot: (thread: TeamChatThread) => void
  readonly archive: (thread: TeamChatThread) => void
  readonly setAway: (isAway: boolean) => Promise<void>
  /** Lets the server keep the next post and then report a failure. */
  readonly failAfterNextPost: () => void
  /** Lets the server forget which posts were sent lately: what it still knows of them is the thread. */
  readonly forgetPosts: () => void
  readonly close: () => Promise<void>
}

/** What every `TeamChatThreads` must do. */
export function teamChatThreadsContract(name: string, open: () => Promise<TeamChatThreadsWorld>) {
  async function openWorld() {
    const world = await open()
    onTestFinished(world.close)
    return world
  }
  const parts = ['first part', 'second part', 'third part']

  describe(`TeamChatThreads contract: ${name}`, () => {
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

    it('R70 posts none of the parts twice when it is called again', async () => {
      const { threads, bot, ask, textsOfBot, forgetPosts } = await openWorld()
      const answer = { ...ask(), parts }
      await threads.answer(bot, answer)
      forgetPosts()
      expect(await threads.answer(bot, answer)).toBe('posted')
      expect(textsOfBot(answer.thread)).toEqual(parts)
    })

    it('R70 posts what is missing, and nothing twice, after a failure that followed a post', async () => {
      const { threads, bot, ask, textsOfBot, failAfterNextPost, forgetPosts } = await openWorld()
      const answer = { ...ask(), parts }
      failAfterNextPost()
      await expect(threads.answer(bot, answer)).rejects.toThrow(Unavailable)
      expect(textsOfBot(answer.thread)).toEqual(parts.slice(0, 1))
      forgetPosts()
      expect(await threads.answer(bot, answer)).toBe('posted')
      expect(textsOfBot(answer.thread)).toEqual(parts)
    })

    it('R70 posts each part once for two calls at once', async () => {
      const { threads, bot, ask, textsOfBot } = await openWorld()
      const answer = { ...ask(), parts: ['the only part'] }
      const outcomes = await Promise.allSettled([threads.answer(bot, answer), threads.answer(bot, answer)])
      expect(outcomes).toContainEqual({ status: 'fulfilled', value: 'posted' })
      expect(textsOfBot(answer.thread)).toEqual(['the only part'])
    })

    it('answers every question of a thread by itself', async () => {
      const { threads, bot, ask, textsOfBot } = await openWorld()
      const first = ask()
      const second = ask(first.thread)
      expect(second.thread).toEqual(first.thread)
      await threads.answer(bot, { ...first, parts: ['same'] })
      await threads.answer(bot, { ...second, parts: ['same'] })
      expect(textsOfBot(first.thread)).toEqual(['same', 'same'])
    })

    it('says that the thread is gone', async () => {
      const { threads, bot, ask, deleteRoot } = await openWorld()
      const answer = { ...ask(), parts }
      deleteRoot(answer.thread)
      expect(await threads.answer(bot, answer)).toBe('thread_gone')
    })

    it('says that the server refuses', async () => {
      const { threads, bot, ask, archive, textsOfBot } = await openWorld()
      const answer = { ...ask(), parts }
      archive(answer.thread)
      expect(await threads.answer(bot, answer)).toBe('refused')
      expect(textsOfBot(answer.thread)).toEqual([])
    })

    it('throws Unavailable while the server is away or refuses the token, and posts afterwards', async () => {
      const { threads, bot, ask, textsOfBot, setAway } = await openWorld()
      const answer = { ...ask(), parts }
      await expect(threads.answer({ ...bot, token: 'another' }, answer)).rejects.toThrow(Unavailable)
      await setAway(true)
      await expect(threads.answer(bot, answer)).rejects.toThrow(Unavailable)
      await setAway(false)
      expect(await threads.answer(bot, answer)).toBe('posted')
      expect(textsOfBot(answer.thread)).toEqual(parts)
    })

    it('types without waiting and without throwing, also while the server is away', async () => {
      const { threads, bot, ask, setAway } = await openWorld()
      const { thread } = ask()
      await setAway(true)
      const typing = threads.startTyping(bot, thread)
      typing.stop()
      expect(() => typing.stop()).not.toThrow()
    })
  })
}
