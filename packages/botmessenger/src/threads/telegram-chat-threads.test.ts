import { chatThreadsContract } from '@ken/core/contracts'
import {
  botMessengerMessageOf,
  botMessengerPostId,
  Unavailable,
  type ChatThread,
  type DeliveryLedger,
  type Log,
} from '@ken/core/ports'
import { testClock } from '@ken/core/testing'
import type { BotMessengerBehaviour } from '@ken/testing'
import { describe, expect, it } from 'vitest'
import { eventually, fastTiming, openMessenger } from '../testing/messenger-world.ts'
import { openThreads, questionOf } from '../testing/threads-world.ts'
import { telegramChatThreads } from './telegram-chat-threads.ts'

const log: Log = { info: () => {}, warn: () => {}, error: () => {} }
const reserved = 'One moment …'

chatThreadsContract('telegram', async () => {
  const messenger = await openMessenger({ timing: fastTiming })
  const { double, transport, bot, setUnavailable, close } = messenger
  const chatOf = ({ rootId }: ChatThread) =>
    double.world.chats.get(botMessengerMessageOf(rootId)?.chatId ?? 0)
  let people = 0
  return {
    threads: telegramChatThreads(transport, { clock: testClock(), log }),
    bot,
    refusedBot: { ...bot, token: `${bot.token}x` },
    ask: (thread) => {
      const author = thread && { ...messenger.ana, id: chatOf(thread)?.chat.id ?? 0 }
      people += 1
      const message = double.say(author ?? double.addPerson(`Person${people}`), 'a question')
      const question = questionOf(messenger, message)
      return { ...question, thread: thread ?? question.thread }
    },
    textsOfBot: (thread) =>
      (chatOf(thread)?.messages ?? [])
        .filter(({ from, text }) => from?.id === double.bot.id && text !== reserved)
        .map(({ text }) => text ?? ''),
    reserves: true,
    deleteRoot: null,
    archive: (thread) => void Object.assign(chatOf(thread) ?? {}, { isBlocked: true }),
    setUnavailable,
    failAfterNextPost: () => double.behaveOnce('sendMessage', 'store_then_500'),
    forgetPosts: () => {},
    close,
  }
})

describe('telegramChatThreads', () => {
  it('replies to the question, with links as titles and without previews', async () => {
    const { double, ana, answer, question } = await openThreads()
    expect(await answer(['See [the *page*](https://wiki.test/page).'])).toBe('posted')
    expect(double.messages(ana).at(-1)).toMatchObject({
      text: 'See the page.',
      entities: [
        { type: 'text_link', offset: 4, length: 8, url: 'https://wiki.test/page' },
        { type: 'italic', offset: 8, length: 4 },
      ],
      reply_to_message: { message_id: question.message_id },
    })
    const fields = double.requests.filter(
      ({ method }) => method.endsWith('Text') || method === 'sendMessage',
    )
    for (const request of fields)
      expect(request.fields).toMatchObject({ link_preview_options: { is_disabled: true } })
  })

  it('answers a question that was deleted', async () => {
    const { double, ana, answer, question } = await openThreads()
    double.remove(question)
    expect(await answer(['an answer'])).toBe('posted')
    expect(double.messages(ana)).toMatchObject([{ text: 'an answer' }])
  })

  it('R221 leaves at most one reserved line when it ends between sending and noting', async () => {
    const { answer, texts, note } = await openThreads()
    await expect(
      answer(['an answer'], { note: () => Promise.reject(new Error('ended')) }),
    ).rejects.toThrow('ended')
    expect(await answer(['an answer'], { note })).toBe('posted')
    expect(texts()).toEqual([reserved, 'an answer'])
  })

  it('R221 writes the answer into a line that was noted although noting it failed', async () => {
    const { answer, texts, note } = await openThreads()
    const noteAndFail: DeliveryLedger['note'] = async (part, id) => {
      await note(part, id)
      throw new Error('connection lost')
    }
    await expect(answer(['an answer'], { note: noteAndFail })).rejects.toThrow('connection lost')
    expect(await answer(['an answer'])).toBe('posted')
    expect(texts()).toEqual(['an answer'])
  })

  it.for(['store_then_reset', 'store_then_500', 'half', 'reset'] as const)(
    'R221 writes an answer once, however its edit failed: %s',
    async (behaviour) => {
      const { double, answer, texts } = await openThreads()
      double.behaveOnce('editMessageText', behaviour)
      await expect(answer(['an answer', 'its end'])).rejects.toThrow(Unavailable)
      expect(await answer(['an answer', 'its end'])).toBe('posted')
      expect(texts()).toEqual(['an answer', 'its end'])
    },
  )

  it('R221 keeps the line that was noted first, and removes its own', async () => {
    const { double, ana, bot, answer, texts } = await openThreads()
    const first = double.say(ana, 'the line of another attempt')
    Object.assign(first, { from: double.bot })
    const id = botMessengerPostId({
      botId: bot.botId,
      chatId: ana.id,
      messageId: first.message_id,
    })
    expect(await answer(['an answer'], { note: async () => id })).toBe('posted')
    expect(texts()).toEqual(['an answer'])
  })

  it('removes the lines that were reserved for more parts than the answer has now', async () => {
    const { double, answer, texts } = await openThreads()
    double.behaveOnce('editMessageText', 'ok')
    double.behaveOnce('editMessageText', { status: 500 })
    await expect(answer(['an answer', 'its end'])).rejects.toThrow(Unavailable)
    expect(texts()).toEqual(['an answer', reserved])
    expect(await answer(['a reply'])).toBe('posted')
    expect(texts()).toEqual(['a reply'])
  })

  it('waits as long as the server asks, and fills the line that it left', async () => {
    const { double, clock, answer, texts } = await openThreads()
    double.behaveOnce('editMessageText', { status: 429, retryAfter: 7 })
    await expect(answer(['an answer'])).rejects.toMatchObject({ retryAfterSeconds: 7 })
    expect(texts()).toEqual([reserved])
    const requests = double.requests.length
    clock.advance(6_500)
    await expect(answer(['an answer'])).rejects.toMatchObject({ retryAfterSeconds: 1 })
    expect(double.requests).toHaveLength(requests)
    clock.advance(500)
    expect(await answer(['an answer'])).toBe('posted')
    expect(texts()).toEqual(['an answer'])
  })

  const unavailable: readonly BotMessengerBehaviour[] = [
    'html',
    'half',
    'huge',
    { json: { ok: true, result: {} } },
    { redirect: 'http://127.0.0.1:1/' },
    { status: 413, description: 'Request Entity Too Large' },
    { status: 500 },
    { status: 429 },
    { status: 401, description: 'Unauthorized' },
  ]
  it.for(unavailable)('throws Unavailable for %j', async (behaviour) => {
    const { double, answer } = await openThreads()
    double.behaveOnce('sendMessage', behaviour)
    await expect(answer(['an answer'])).rejects.toThrow(Unavailable)
  })

  it.for([
    ['Forbidden: bot was blocked by the user', 403, 'refused'],
    ['Forbidden: user is deactivated', 403, 'refused'],
    ["Forbidden: bot can't initiate conversation with a user", 403, 'refused'],
    ['Bad Request: chat not found', 400, 'refused'],
    ['Bad Request: message thread not found', 400, 'thread_gone'],
  ] as const)('returns for good: %s', async ([description, status, outcome]) => {
    const { double, answer, lines } = await openThreads()
    double.behave('sendMessage', { status, description })
    expect(await answer(['an answer'])).toBe(outcome)
    expect(lines).toHaveLength(outcome === 'refused' ? 1 : 0)
    double.behave('sendMessage', 'ok')
    double.behave('editMessageText', { status, description })
    expect(await answer(['an answer'])).toBe(outcome)
  })

  it('writes the address of a link that the server would not accept, and keeps the other links', async () => {
    const { double, ana, answer } = await openThreads()
    expect(await answer(['1. [Leave](http://wiki/leave)\n2. [Pay](https://wiki.test/pay)'])).toBe(
      'posted',
    )
    expect(double.messages(ana).at(-1)).toMatchObject({
      text: '1. Leave http://wiki/leave\n2. Pay',
      entities: [
        { type: 'code', offset: 9, length: 17 },
        { type: 'text_link', offset: 30, length: 3, url: 'https://wiki.test/pay' },
      ],
    })
  })

  it('writes addresses in place of links if the server does not accept the text, and nothing in it is active', async () => {
    const { double, ana, answer } = await openThreads()
    double.behaveOnce('editMessageText', { status: 400, description: 'Bad Request: wrong URL' })
    expect(await answer(['**See** [it](https://wiki.test/) and /new'])).toBe('posted')
    expect(double.messages(ana).at(-1)).toMatchObject({
      text: 'See it https://wiki.test/ and /new',
      entities: [
        { type: 'code', offset: 7, length: 18 },
        { type: 'code', offset: 30, length: 4 },
      ],
    })
  })

  it('writes a text that is nested too deep as it is', async () => {
    const { answer, texts } = await openThreads()
    const nested = `${'>'.repeat(4_000)} see`
    expect(await answer([nested])).toBe('posted')
    expect(texts()).toEqual([nested])
  })

  it('R250 logs nothing that a description quotes', async () => {
    const { double, answer, lines } = await openThreads()
    double.behave('editMessageText', { status: 400, description: 'Bad Request: canary is bad' })
    expect(await answer(['an answer'])).toBe('refused')
    expect(lines).toEqual([{ event: 'bot_messenger.answer_refused', status: 400, reason: 'other' }])
  })

  it('leaves a line that the person has deleted', async () => {
    const { double, ana, answer, texts } = await openThreads()
    double.behaveOnce('editMessageText', { status: 500 })
    await expect(answer(['an answer'])).rejects.toThrow(Unavailable)
    double.remove(double.messages(ana).at(-1)!)
    expect(await answer(['an answer'])).toBe('posted')
    expect(texts()).toEqual([])
  })

  it('does not show that it is typing while the server asks for fewer messages', async () => {
    const { double, ana, bot, clock, threads, question, answer } = await openThreads()
    double.behaveOnce('editMessageText', { status: 429, retryAfter: 7 })
    await expect(answer(['an answer'])).rejects.toThrow(Unavailable)
    const { thread } = questionOf({ bot }, question)
    const { actions } = double.chatOf(ana)
    const duringPause = threads.startTyping(bot, thread)
    clock.advance(7_000)
    // By its end, an earlier request would have arrived.
    expect(await answer(['an answer'])).toBe('posted')
    duringPause.stop()
    expect(actions).toEqual([])
    const afterPause = threads.startTyping(bot, thread)
    await eventually(() => expect(actions).toContain('typing'))
    afterPause.stop()
  })

  it('posts an answer after the pause that the server asked for when it refused a draft', async () => {
    const messenger = await openThreads()
    const { double, bot, clock, threads, question, answer, texts } = messenger
    const { thread, replyTo } = questionOf(messenger, question)
    double.behaveOnce('sendMessageDraft', { status: 429, retryAfter: 7 })
    const typing = threads.startTyping(bot, thread)
    await typing.write?.('an', replyTo.postId)
    typing.stop()
    await expect(answer(['an answer'])).rejects.toMatchObject({ retryAfterSeconds: 7 })
    clock.advance(7_000)
    expect(await answer(['an answer'])).toBe('posted')
    expect(texts()).toEqual(['an answer'])
  })

  it('shows that it is typing until it is stopped', async () => {
    const { double, ana, bot, threads, question } = await openThreads()
    const { thread } = questionOf({ bot }, question)
    const typing = threads.startTyping(bot, thread)
    await eventually(() => expect(double.chatOf(ana).actions.length).toBeGreaterThan(2))
    typing.stop()
    expect(new Set(double.chatOf(ana).actions)).toEqual(new Set(['typing']))
  })

  it.for([
    { where: 'in its topic', isTopic: true },
    { where: 'outside of all topics', isTopic: undefined },
  ] as const)('types, drafts and answers a question $where there', async ({ isTopic }) => {
    const messenger = await openThreads()
    const { double, ana, bot, threads, question, note } = messenger
    const asked = questionOf(messenger, question)
    const thread = { ...asked.thread, ...(isTopic && { isTopic }) }
    const typing = threads.startTyping(bot, thread)
    await typing.write?.('an', asked.replyTo.postId)
    await eventually(() => expect(double.chatOf(ana).actions).not.toEqual([]))
    typing.stop()
    await threads.answer(bot, { ...asked, thread, parts: ['an answer'] }, { placed: [], note })
    const topics = new Map(
      double.requests.map(({ method, fields }) => [method, fields['message_thread_id']]),
    )
    const topic = isTopic && question.message_id
    for (const method of ['sendChatAction', 'sendMessageDraft', 'sendMessage'])
      expect([method, topics.get(method)]).toEqual([method, topic])
  })
})
