import { inspect } from 'node:util'
import { chatThreadsContract } from '@ken/core/contracts'
import {
  Unavailable,
  type Log,
  type LogFields,
  type ChatPostId,
  type ChatThread,
  type DeliveryLedger,
} from '@ken/core/ports'
import { testClock } from '@ken/core/testing'
import type { DoublePost, TeamChatBehaviour, TeamChatDouble } from '@ken/testing'
import { describe, expect, it } from 'vitest'
import type { Timing } from '@ken/outbound'
import { openChat, openChatForTest } from './testing/chat-world.ts'
import { eventually } from './testing/eventually.ts'
import { manualTiming } from './testing/manual-timing.ts'
import { v4TeamChatThreads } from './v4-team-chat-threads.ts'

const threadOf = (post: DoublePost): ChatThread => ({
  channelId: post.channel_id,
  rootId: (post.root_id || post.id) as ChatPostId,
})
const questionOf = (post: DoublePost) => ({
  thread: threadOf(post),
  replyTo: { postId: post.id as ChatPostId, postedAt: new Date(post.create_at) },
  isNew: false,
})
/** Team chat finds its posts in the thread. */
const noLedger: DeliveryLedger = { placed: [], note: async (_part, messageId) => messageId }
const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} }

chatThreadsContract('v4', async () => {
  const { double, transport, bot, alice, setUnavailable, close } = await openChat()
  const inThread = ({ channelId, rootId }: ChatThread) =>
    double.posts(channelId).filter((post) => post.id === rootId || post.root_id === rootId)
  const root = ({ rootId }: ChatThread) => double.world.posts.get(rootId)
  return {
    threads: v4TeamChatThreads(transport, { clock: testClock(), log: silentLog }),
    bot,
    refusedBot: { ...bot, token: 'another' },
    ask: (thread) =>
      questionOf(double.say(alice, 'a question', thread && { rootId: thread.rootId })),
    textsOfBot: (thread) =>
      inThread(thread)
        .filter(({ user_id }) => user_id === bot.botId)
        .map(({ message }) => message),
    reserves: false,
    deleteRoot: (thread) => void Object.assign(root(thread) ?? {}, { delete_at: 1 }),
    archive: ({ channelId }) =>
      void Object.assign(double.world.channels.get(channelId) ?? {}, { delete_at: 1 }),
    setUnavailable,
    failAfterNextPost: () => double.behaveOnce('POST /posts', 'store_then_500'),
    forgetPosts: double.forgetPending,
    close,
  }
})

async function open(options: { readonly timing?: Timing } = {}) {
  const chat = await openChatForTest(options)
  const lines: { readonly event: string; readonly fields: LogFields | undefined }[] = []
  const warn = (event: string, fields?: LogFields) => void lines.push({ event, fields })
  const clock = testClock()
  return {
    ...chat,
    lines,
    clock,
    threads: v4TeamChatThreads(chat.transport, { clock, log: { ...silentLog, warn } }),
  }
}

describe('v4TeamChatThreads', () => {
  it('R70 marks every part, in the same way at every attempt', async () => {
    const { double, bot, alice, threads } = await open()
    const root = double.say(alice, 'root')
    const question = double.say(alice, 'question', { rootId: root.id })
    await threads.answer(bot, { ...questionOf(question), parts: ['one', 'two'] }, noLedger)
    expect(
      double.requests.filter(({ route }) => route === 'POST /posts').map(({ body }) => body),
    ).toEqual(
      ['one', 'two'].map((message, part) => ({
        channel_id: root.channel_id,
        root_id: root.id,
        message,
        pending_post_id: `${bot.botId}:${question.id}:${part}`,
        props: { ken_reply_to: question.id, ken_part: part },
      })),
    )
  })

  it.each([null, {}, [], 'ok', { status: 'OK' }])(
    'R70 does not accept %j as a post, and posts at the next attempt',
    async (json) => {
      const { double, bot, alice, threads } = await open()
      const question = double.say(alice, 'question')
      double.behaveOnce('POST /posts', { json })
      const answer = { ...questionOf(question), parts: ['one'] }
      await expect(threads.answer(bot, answer, noLedger)).rejects.toThrow(Unavailable)
      expect(await threads.answer(bot, answer, noLedger)).toBe('posted')
      expect(double.posts(question.channel_id).map(({ message }) => message)).toEqual([
        'question',
        'one',
      ])
    },
  )

  it('R70 finds its parts in a thread that has grown meanwhile', async () => {
    const { double, bot, alice, threads } = await open()
    const root = double.say(alice, 'root')
    for (let count = 0; count < 130; count += 1) double.say(alice, 'before', { rootId: root.id })
    const question = questionOf(double.say(alice, 'question', { rootId: root.id }))
    for (let count = 0; count < 130; count += 1) double.say(alice, 'meanwhile', { rootId: root.id })
    await threads.answer(bot, { ...question, parts: ['answer'] }, noLedger)
    const postsBefore = double.posts(root.channel_id).length
    double.forgetPending()
    await threads.answer(bot, { ...question, parts: ['answer'] }, noLedger)
    expect(double.posts(root.channel_id)).toHaveLength(postsBefore)
  })

  it('posts a new answer at once, without searching the thread', async () => {
    const { double, bot, alice, threads } = await open()
    const question = questionOf(double.say(alice, 'question'))
    expect(
      await threads.answer(bot, { ...question, parts: ['one', 'two'], isNew: true }, noLedger),
    ).toBe('posted')
    expect(double.requests.map(({ route }) => route)).toEqual(['POST /posts', 'POST /posts'])
  })

  it('ignores the marks of other accounts', async () => {
    const { double, bot, alice, threads } = await open()
    const question = questionOf(double.say(alice, 'question'))
    const { postId } = question.replyTo
    double.say(alice, 'answer', {
      rootId: postId,
      overrides: { props: { ken_reply_to: postId, ken_part: 0 } },
    })
    await threads.answer(bot, { ...question, parts: ['answer'] }, noLedger)
    expect(double.posts(question.thread.channelId).at(-1)).toMatchObject({
      user_id: bot.botId,
      message: 'answer',
    })
  })

  it.for<TeamChatBehaviour>([
    'html',
    'huge',
    'reset',
    { json: { order: 'x' } },
    { status: 401 },
    { status: 500 },
    { status: 302 },
  ])(
    'R87 throws Unavailable, and posts nothing, when reading the thread gives %j',
    async (behaviour) => {
      const { double, bot, alice, threads } = await open()
      const question = questionOf(double.say(alice, 'question'))
      double.behave('GET /posts/{id}/thread', behaviour)
      await expect(
        threads.answer(bot, { ...question, parts: ['answer'] }, noLedger),
      ).rejects.toThrow(Unavailable)
      expect(double.posts(question.thread.channelId)).toHaveLength(1)
    },
  )

  it.for<{ readonly behaviour: TeamChatBehaviour; readonly pauseSeconds: number | null }>([
    { behaviour: 'rate_limited', pauseSeconds: 9 },
    { behaviour: { status: 401 }, pauseSeconds: null },
    { behaviour: { status: 503 }, pauseSeconds: null },
  ])(
    'says how long the server asks to wait: $behaviour, $pauseSeconds seconds',
    async ({ behaviour, pauseSeconds }) => {
      const { double, bot, alice, threads } = await open()
      const answer = { ...questionOf(double.say(alice, 'question')), parts: ['answer'] }
      double.behave('POST /posts', behaviour)
      await expect(threads.answer(bot, answer, noLedger)).rejects.toMatchObject({
        dependency: 'team-chat',
        pauseSeconds,
      })
    },
  )

  it('R87 sends nothing to a server for as long as it asks, and posts to other servers', async () => {
    const { double, bot, alice, threads, clock } = await open()
    const other = await openChatForTest()
    const answer = { ...questionOf(double.say(alice, 'question')), parts: ['answer'] }
    double.behaveOnce('POST /posts', 'rate_limited')
    await expect(threads.answer(bot, answer, noLedger)).rejects.toMatchObject({
      retryAfterSeconds: 9,
    })
    const asked = double.requests.length
    clock.advance(8_000)
    await expect(threads.answer(bot, answer, noLedger)).rejects.toMatchObject({
      dependency: 'team-chat',
      retryAfterSeconds: 1,
    })
    expect(double.requests).toHaveLength(asked)
    const elsewhere = {
      ...questionOf(other.double.say(other.alice, 'question')),
      parts: ['answer'],
    }
    expect(await threads.answer(other.bot, elsewhere, noLedger)).toBe('posted')
    clock.advance(1_000)
    expect(await threads.answer(bot, answer, noLedger)).toBe('posted')
  })

  it('R10 logs a refusal by its id, and never the text of a plugin', async () => {
    const { double, bot, alice, threads, lines } = await open()
    const answer = { ...questionOf(double.say(alice, 'canary question')), parts: ['canary answer'] }
    double.behave('POST /posts', {
      status: 400,
      id: 'model.post.is_valid.message_length.app_error',
    })
    expect(await threads.answer(bot, answer, noLedger)).toBe('refused')
    double.behave('POST /posts', { status: 400, id: 'Post rejected by plugin. canary answer' })
    expect(await threads.answer(bot, answer, noLedger)).toBe('refused')
    expect(lines.map(({ fields }) => fields?.['id'])).toEqual([
      'model.post.is_valid.message_length.app_error',
      'other',
    ])
    double.behave('POST /posts', 'reset')
    const error: unknown = await threads
      .answer(bot, answer, noLedger)
      .catch((thrown: unknown) => thrown)
    expect(inspect([lines, error], { depth: Infinity, showHidden: true })).not.toMatch(
      `canary|${bot.token}`,
    )
  })

  it('R87 waits fifteen seconds for a post', async () => {
    const timing = manualTiming()
    const { double, bot, alice, threads } = await open({ timing })
    const answer = { ...questionOf(double.say(alice, 'question')), parts: ['answer'] }
    double.behave('POST /posts', 'hang')
    const outcome = threads.answer(bot, answer, noLedger).catch((error: unknown) => error)
    await eventually(() => expect(double.requests).toHaveLength(2))
    timing.advance(14_999)
    expect(timing.waiting()).toEqual([1])
    timing.advance(1)
    expect(await outcome).toBeInstanceOf(Unavailable)
  })
})

const typings = ({ requests }: TeamChatDouble) =>
  requests.filter(({ route }) => route === 'POST /users/{id}/typing')

describe('typing', () => {
  it('is repeated every four seconds, with the root of the thread, until it is stopped', async () => {
    const timing = manualTiming()
    const { double, bot, alice, threads } = await open({ timing })
    const { thread } = questionOf(double.say(alice, 'question'))
    const typing = threads.startTyping(bot, thread)
    timing.advance(250)
    for (let count = 1; count <= 3; count += 1) {
      await eventually(() => expect(timing.waiting()).toEqual([4_000]))
      expect(typings(double)).toHaveLength(count)
      timing.advance(4_000)
    }
    expect(typings(double)[0]?.body).toEqual({
      channel_id: thread.channelId,
      parent_id: thread.rootId,
    })
    await eventually(() => expect(timing.waiting()).toEqual([4_000]))
    typing.stop()
    expect(timing.waiting()).toEqual([])
  })

  it('is not shown before an answer that comes at once', async () => {
    const timing = manualTiming()
    const { double, bot, alice, threads } = await open({ timing })
    const typing = threads.startTyping(bot, questionOf(double.say(alice, 'question')).thread)
    timing.advance(249)
    typing.stop()
    timing.advance(60_000)
    expect(typings(double)).toEqual([])
  })

  it('ends by itself after five minutes', async () => {
    const timing = manualTiming()
    const { double, bot, alice, threads } = await open({ timing })
    threads.startTyping(bot, questionOf(double.say(alice, 'question')).thread)
    timing.advance(250)
    for (let count = 0; count < 75; count += 1) {
      await eventually(() => expect(timing.waiting()).toEqual([4_000]))
      timing.advance(4_000)
    }
    await eventually(() => expect(timing.waiting()).toEqual([]))
    expect(typings(double)).toHaveLength(75)
  })

  it.for<TeamChatBehaviour>(['rate_limited', 'reset', { status: 503 }])(
    'ends at the first failure: %j',
    async (behaviour) => {
      const timing = manualTiming()
      const { double, bot, alice, threads } = await open({ timing })
      double.behave('POST /users/{id}/typing', behaviour)
      threads.startTyping(bot, questionOf(double.say(alice, 'question')).thread)
      timing.advance(250)
      await eventually(() => expect(double.requests).toHaveLength(1))
      await eventually(() => expect(timing.waiting()).toEqual([]))
      timing.advance(60_000)
      expect(double.requests).toHaveLength(1)
    },
  )
})
