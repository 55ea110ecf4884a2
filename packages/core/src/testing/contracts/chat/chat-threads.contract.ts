import { describe, expect, it, onTestFinished } from 'vitest'
import type { ChatBot } from '../../../ports/chat/chat-bot.ts'
import type { ChatPostId } from '../../../model/chat/chat-post.ts'
import type {
  ChatAnswer,
  ChatThread,
  ChatThreads,
  DeliveryLedger,
} from '../../../ports/chat/chat-threads.ts'
import { Unavailable } from '../../../ports/platform/unavailable.ts'

/** A fresh platform with a bot that gets questions. */
export type ChatThreadsWorld<Bot extends ChatBot> = {
  readonly threads: ChatThreads<Bot>
  readonly bot: Bot
  /** The bot with a token that the platform refuses. */
  readonly refusedBot: Bot
  /** A question of a person: in an existing thread, or in a new one. */
  readonly ask: (thread?: ChatThread) => Omit<ChatAnswer, 'parts'>
  /** The bot's posts in the thread, oldest first, without lines that are only reserved for a part. */
  readonly textsOfBot: (thread: ChatThread) => readonly string[]
  /** Whether a part is a reserved line before it is written. */
  readonly reserves: boolean
  /** Null if answers need no thread. */
  readonly deleteRoot: ((thread: ChatThread) => void) | null
  readonly archive: (thread: ChatThread) => void
  readonly setUnavailable: (isUnavailable: boolean) => Promise<void>
  /** Makes the server store the next post and then report a failure. */
  readonly failAfterNextPost: () => void
  /** Makes the server forget recent post ids; only the thread still shows the posts. */
  readonly forgetPosts: () => void
  readonly close: () => Promise<void>
}

/** What every `ChatThreads` must do. */
export function chatThreadsContract<Bot extends ChatBot>(
  name: string,
  open: () => Promise<ChatThreadsWorld<Bot>>,
) {
  async function openWorld() {
    const world = await open()
    onTestFinished(world.close)
    const noted = new Map<ChatPostId, (ChatPostId | null)[]>()
    /** Answers with the ledger of the question, as far as it is noted. */
    const send = (bot: Bot, answer: ChatAnswer) => {
      const places = noted.get(answer.replyTo.postId) ?? []
      noted.set(answer.replyTo.postId, places)
      const note: DeliveryLedger['note'] = async (part, id) => (places[part] ??= id)
      return world.threads.answer(bot, answer, { placed: [...places], note })
    }
    return { ...world, send }
  }
  const parts = ['first part', 'second part', 'third part']

  describe(`ChatThreads contract: ${name}`, () => {
    it('posts the parts in order, into the thread', async () => {
      const { send, bot, ask, textsOfBot } = await openWorld()
      const [question, other] = [ask(), ask()]
      expect(await send(bot, { ...question, parts })).toBe('posted')
      expect(textsOfBot(question.thread)).toEqual(parts)
      expect(textsOfBot(other.thread)).toEqual([])
    })

    it('posts nothing for no parts', async () => {
      const { send, bot, ask, textsOfBot } = await openWorld()
      const question = ask()
      expect(await send(bot, { ...question, parts: [] })).toBe('posted')
      expect(textsOfBot(question.thread)).toEqual([])
    })

    it('R70 posts no part twice when it is called again', async () => {
      const { send, bot, ask, textsOfBot, forgetPosts } = await openWorld()
      const answer = { ...ask(), parts }
      await send(bot, answer)
      forgetPosts()
      expect(await send(bot, answer)).toBe('posted')
      expect(textsOfBot(answer.thread)).toEqual(parts)
    })

    it('R70 posts only the missing parts after a failure that followed a post', async () => {
      const { send, bot, ask, textsOfBot, reserves, failAfterNextPost, forgetPosts } =
        await openWorld()
      const answer = { ...ask(), parts }
      failAfterNextPost()
      await expect(send(bot, answer)).rejects.toThrow(Unavailable)
      expect(textsOfBot(answer.thread)).toEqual(reserves ? [] : parts.slice(0, 1))
      forgetPosts()
      expect(await send(bot, answer)).toBe('posted')
      expect(textsOfBot(answer.thread)).toEqual(parts)
    })

    it('R70 posts each part once in two concurrent calls', async () => {
      const { send, bot, ask, textsOfBot } = await openWorld()
      const answer = { ...ask(), parts: ['the only part'] }
      const outcomes = await Promise.allSettled([send(bot, answer), send(bot, answer)])
      expect(outcomes).toContainEqual({ status: 'fulfilled', value: 'posted' })
      expect(textsOfBot(answer.thread)).toEqual(['the only part'])
    })

    it('writes over what is reserved and removes the rest of it, and leaves what is posted elsewhere', async () => {
      const { send, bot, ask, textsOfBot, reserves } = await openWorld()
      const question = ask()
      await send(bot, { ...question, parts })
      expect(await send(bot, { ...question, parts: ['another text'] })).toBe('posted')
      expect(textsOfBot(question.thread)).toEqual(reserves ? ['another text'] : parts)
      expect(await send(bot, { ...question, parts: [] })).toBe('posted')
      expect(textsOfBot(question.thread)).toEqual(reserves ? [] : parts)
    })

    it.for([true, false])(
      'replaces an answer that is posted in part, once, and does not go on with it (only if begun: %s)',
      async (onlyIfBegun) => {
        const { send, bot, ask, textsOfBot, reserves } = await openWorld()
        const question = ask()
        await send(bot, { ...question, parts: parts.slice(0, 1) })
        const end = {
          ...question,
          parts: ['It ends here.'],
          replaces: { partsCount: 3, onlyIfBegun },
        }
        const ended = reserves ? ['It ends here.'] : ['first part', 'It ends here.']
        for (let times = 0; times < 2; times += 1) {
          expect(await send(bot, end)).toBe('posted')
          expect(textsOfBot(question.thread)).toEqual(ended)
        }
        expect(await send(bot, { ...question, parts })).toBe('posted')
        expect(textsOfBot(question.thread)).toEqual(reserves ? parts : ended)
      },
    )

    it('replaces an answer of which nothing is posted, unless it is to be begun', async () => {
      const { send, bot, ask, textsOfBot } = await openWorld()
      const end = { ...ask(), parts: ['It ends here.'] }
      const replaces = { partsCount: 3, onlyIfBegun: true }
      expect(await send(bot, { ...end, replaces })).toBe('not_begun')
      expect(textsOfBot(end.thread)).toEqual([])
      const always = { ...end, replaces: { ...replaces, onlyIfBegun: false } }
      expect(await send(bot, always)).toBe('posted')
      expect(await send(bot, always)).toBe('posted')
      expect(textsOfBot(end.thread)).toEqual(['It ends here.'])
    })

    it('adds nothing to an answer that is posted whole, where it is not written over', async () => {
      const { send, bot, ask, textsOfBot, reserves } = await openWorld()
      const question = ask()
      await send(bot, { ...question, parts })
      const replaces = { partsCount: 3, onlyIfBegun: true }
      expect(await send(bot, { ...question, parts: ['It ends here.'], replaces })).toBe('posted')
      expect(textsOfBot(question.thread)).toEqual(reserves ? ['It ends here.'] : parts)
    })

    it('answers each question of a thread separately', async () => {
      const { send, bot, ask, textsOfBot } = await openWorld()
      const first = ask()
      const second = ask(first.thread)
      expect(second.thread).toEqual(first.thread)
      await send(bot, { ...first, parts: ['same'] })
      await send(bot, { ...second, parts: ['same'] })
      expect(textsOfBot(first.thread)).toEqual(['same', 'same'])
    })

    it('reports a deleted thread, on platforms whose answers need one', async () => {
      const { send, bot, ask, deleteRoot } = await openWorld()
      const answer = { ...ask(), parts }
      deleteRoot?.(answer.thread)
      expect(await send(bot, answer)).toBe(deleteRoot === null ? 'posted' : 'thread_gone')
    })

    it('reports a refusal by the server', async () => {
      const { send, bot, ask, archive, textsOfBot } = await openWorld()
      const answer = { ...ask(), parts }
      archive(answer.thread)
      expect(await send(bot, answer)).toBe('refused')
      expect(textsOfBot(answer.thread)).toEqual([])
    })

    it('throws Unavailable while the server is unavailable or refuses the token, and posts afterwards', async () => {
      const { send, bot, refusedBot, ask, textsOfBot, setUnavailable } = await openWorld()
      const answer = { ...ask(), parts }
      await expect(send(refusedBot, answer)).rejects.toThrow(Unavailable)
      await setUnavailable(true)
      await expect(send(bot, answer)).rejects.toThrow(Unavailable)
      await setUnavailable(false)
      expect(await send(bot, answer)).toBe('posted')
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
