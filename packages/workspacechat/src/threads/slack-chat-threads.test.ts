import { chatThreadsContract } from '@ken/core/contracts'
import {
  inWorkspace,
  Unavailable,
  workspaceChatMessageOf,
  workspaceChatPostId,
  type ChatPostId,
  type ChatThread,
  type DeliveryLedger,
  type Log,
} from '@ken/core/ports'
import { testClock } from '@ken/core/testing'
import type { WorkspaceChatBehaviour, WorkspaceMessage } from '@ken/testing'
import { describe, expect, it } from 'vitest'
import {
  eventually,
  fastTiming,
  openWorkspace,
  openWorkspaceForTest,
} from '../testing/workspace-world.ts'
import { slackChatThreads } from './slack-chat-threads.ts'

const log: Log = { info: () => {}, warn: () => {}, error: () => {} }
type Workspace = Awaited<ReturnType<typeof openWorkspace>>

/** What is asked of the adapter for a message in a channel. */
function questionOf({ bot }: Workspace, channelId: string, { ts, thread_ts }: WorkspaceMessage) {
  const { workspaceId } = bot
  const idOf = (of: string) => workspaceChatPostId({ workspaceId, channelId, ts: of })
  const thread = { channelId: inWorkspace(workspaceId, channelId), rootId: idOf(thread_ts ?? ts) }
  return {
    thread,
    replyTo: { postId: idOf(ts), postedAt: new Date(Number(ts) * 1_000) },
    isNew: false,
  }
}

chatThreadsContract('slack', async () => {
  const workspace = await openWorkspace({ timing: fastTiming })
  const { double, transport, bot, setUnavailable, close } = workspace
  const placeOf = ({ rootId }: ChatThread) => {
    const message = workspaceChatMessageOf(rootId)
    const channel = double.world.channels.get(message?.channelId ?? '')
    return { channel, ts: message?.ts }
  }
  let people = 0
  return {
    threads: slackChatThreads(transport, { clock: testClock(), log }),
    bot,
    refusedBot: { ...bot, botToken: `${bot.botToken}x` },
    ask: (thread) => {
      people += 1
      const known = thread && placeOf(thread)
      const author = double.world.users.get(known?.channel?.user ?? '')
      const person = author ?? double.addPerson(`person${people}`)
      const fields = known === undefined ? {} : { thread_ts: known.ts }
      const message = double.say(person, 'a question', { fields })
      return questionOf(workspace, double.channelOf(person), message)
    },
    textsOfBot: (thread) => {
      const { channel, ts } = placeOf(thread)
      return (channel?.messages ?? [])
        .filter(({ user, thread_ts }) => user === double.world.botUser.id && thread_ts === ts)
        .map(({ text }) => text)
    },
    reserves: false,
    deleteRoot: (thread) => {
      const { channel, ts } = placeOf(thread)
      channel?.messages.splice(
        channel.messages.findIndex((message) => message.ts === ts),
        1,
      )
    },
    archive: (thread) => void Object.assign(placeOf(thread).channel ?? {}, { isArchived: true }),
    setUnavailable,
    failAfterNextPost: () => double.behaveOnce('chat.postMessage', 'store_then_500'),
    forgetPosts: () => {},
    close,
  }
})

/** A question of Ana's, and a ledger that is kept from attempt to attempt. */
async function open() {
  const workspace = await openWorkspaceForTest({ timing: fastTiming })
  const { double, ana, transport, bot } = workspace
  const clock = testClock()
  const lines: unknown[] = []
  const warn: Log['warn'] = (event, fields) => void lines.push({ event, ...fields })
  const threads = slackChatThreads(transport, { clock, log: { ...log, warn } })
  const question = questionOf(workspace, double.channelOf(ana), double.say(ana, 'a question'))
  const placed: (ChatPostId | null)[] = []
  const note: DeliveryLedger['note'] = async (part, id) => (placed[part] ??= id)
  const answer = (parts: readonly string[], ledger: Partial<DeliveryLedger> = {}, isNew = false) =>
    threads.answer(bot, { ...question, parts, isNew }, { placed: [...placed], note, ...ledger })
  const answers = () => double.messages(ana).slice(1)
  const callsOf = (method: string) => double.calls.filter((call) => call.method === method)
  return { ...workspace, clock, lines, threads, question, placed, note, answer, answers, callsOf }
}

describe('slackChatThreads', () => {
  it('replies in the thread of the question, with structure and marks, and without previews', async () => {
    const { answer, answers, question, callsOf } = await open()
    expect(await answer(['See [the *page*](https://wiki.test/page) & <!channel>.'])).toBe('posted')
    expect(answers()).toMatchObject([
      {
        thread_ts: workspaceChatMessageOf(question.thread.rootId)?.ts,
        text: 'See the page & &lt;!channel>.',
        blocks: [
          {
            type: 'rich_text',
            elements: [
              {
                type: 'rich_text_section',
                elements: [
                  { type: 'text', text: 'See ' },
                  { type: 'link', text: 'the page', url: 'https://wiki.test/page' },
                  { type: 'text', text: ' & <!channel>.' },
                ],
              },
            ],
          },
        ],
        metadata: {
          event_type: 'ken_answer',
          event_payload: { reply_to: question.replyTo.postId, part: 0 },
        },
      },
    ])
    expect(callsOf('chat.postMessage')[0]?.fields).toMatchObject({
      unfurl_links: 'false',
      unfurl_media: 'false',
      link_names: 'false',
      mrkdwn: 'false',
      parse: 'none',
    })
  })

  it('looks for earlier posts unless the answer is new or all of them are noted', async () => {
    const { answer, callsOf, placed, answers } = await open()
    await answer(['a', 'b'], {}, true)
    expect(callsOf('conversations.replies')).toEqual([])
    expect(placed).toHaveLength(2)
    await answer(['a', 'b'])
    expect(callsOf('conversations.replies')).toEqual([])
    await answer(['a', 'b'], { placed: [] })
    expect(callsOf('conversations.replies')).toHaveLength(1)
    expect(answers()).toHaveLength(2)
  })

  it('finds a posted part behind hundreds of other replies', async () => {
    const { double, ana, answer, answers, question } = await open()
    await answer(['a'])
    const fields = { thread_ts: workspaceChatMessageOf(question.thread.rootId)?.ts }
    const channel = double.world.channels.get(double.channelOf(ana))
    const posted = channel?.messages.pop()
    for (let times = 0; times < 450; times += 1) double.say(ana, 'more', { fields, isLost: true })
    const ts = `${Number(double.messages(ana).at(-1)?.ts.split('.')[0]) + 1}.000000`
    channel?.messages.push({ ...posted!, ts })
    await answer(['a'], { placed: [] })
    expect(answers()).toHaveLength(451)
  })

  it('takes no marks of others for its own', async () => {
    const { double, ana, answer, answers, question } = await open()
    const metadata = {
      event_type: 'ken_answer',
      event_payload: { reply_to: question.replyTo.postId, part: 0 },
    }
    const { ts } = workspaceChatMessageOf(question.thread.rootId) ?? {}
    double.say(ana, 'no answer', { fields: { thread_ts: ts, metadata } })
    await answer(['an answer'])
    expect(answers().map(({ text }) => text)).toEqual(['no answer', 'an answer'])
  })

  it('removes its post if another process has noted the part', async () => {
    const { answer, answers } = await open()
    const other = workspaceChatPostId({ workspaceId: 'T1', channelId: 'D1', ts: '1.000001' })
    expect(await answer(['a'], { note: async () => other })).toBe('posted')
    expect(answers()).toEqual([])
  })

  it('R221 posts once when it ends between posting and noting', async () => {
    const { answer, answers, placed } = await open()
    const ended = { note: () => Promise.reject(new Error('ended')) }
    await expect(answer(['a'], ended, true)).rejects.toThrow('ended')
    expect(await answer(['a'])).toBe('posted')
    expect(answers()).toHaveLength(1)
    expect(placed).toHaveLength(1)
  })

  it.for(['invalid_blocks', 'invalid_blocks_format', 'msg_blocks_too_long'])(
    'posts plain text after %s',
    async (error) => {
      const { double, answer, answers } = await open()
      double.behaveOnce('chat.postMessage', { error })
      const text = `${'a <!here> &lt; '.repeat(40)}[page](https://wiki.test/)`
      expect(await answer([text])).toBe('posted')
      const [posted] = answers()
      expect(posted).not.toHaveProperty('blocks')
      expect(posted?.text).toBe(`${'a &lt;!here> &lt; '.repeat(40)}page (https://wiki.test/)`)
    },
  )

  it('posts the longest part, with and without blocks', async () => {
    const { answer, answers } = await open()
    expect(await answer(['x'.repeat(10_000), '<'.repeat(10_000), '"'.repeat(10_000)])).toBe(
      'posted',
    )
    expect(answers().map(({ text }) => text.length)).toEqual([300, 300 * 4, 10_000])
  })

  const refused = [
    'channel_not_found',
    'is_archived',
    'cannot_reply_to_message',
    'message_limit_exceeded',
    'no_such_error',
  ]
  it.for(refused)('reports %s as a refusal, and logs no text', async (error) => {
    const { double, answer, lines } = await open()
    double.behaveOnce('chat.postMessage', { error })
    expect(await answer(['an answer'])).toBe('refused')
    expect(lines).toEqual([{ event: 'workspace_chat.answer_refused', reason: error }])
  })

  it('R250 logs no error of another form', async () => {
    const { double, answer, lines } = await open()
    double.behaveOnce('chat.postMessage', { error: 'Refused: an answer' })
    expect(await answer(['an answer'])).toBe('refused')
    expect(lines).toEqual([{ event: 'workspace_chat.answer_refused', reason: 'other' }])
  })

  const unavailable: readonly (readonly [WorkspaceChatBehaviour, number | null])[] = [
    [{ error: 'token_revoked' }, null],
    [{ error: 'account_inactive' }, null],
    [{ error: 'missing_scope' }, null],
    [{ error: 'ratelimited' }, null],
    [{ status: 429, retryAfter: 7 }, 7],
    [{ status: 503 }, null],
    ['html', null],
    ['half', null],
    [{ json: { ok: true } }, null],
  ]
  it.for(unavailable)('throws Unavailable for %j', async ([behaviour, pauseSeconds]) => {
    const { double, answer } = await open()
    double.behaveOnce('chat.postMessage', behaviour)
    const failed = answer(['an answer'])
    await expect(failed).rejects.toThrow(Unavailable)
    await expect(failed).rejects.toMatchObject({ pauseSeconds })
  })

  it('sends nothing to a channel for as long as the platform asks', async () => {
    const { double, answer, clock, callsOf } = await open()
    double.behaveOnce('chat.postMessage', { status: 429, retryAfter: 30 })
    await expect(answer(['a'])).rejects.toMatchObject({ retryAfterSeconds: 30 })
    clock.advance(29_000)
    await expect(answer(['a'])).rejects.toMatchObject({ retryAfterSeconds: 1 })
    expect(callsOf('chat.postMessage')).toHaveLength(1)
    clock.advance(1_000)
    expect(await answer(['a'])).toBe('posted')
  })

  it('shows a status where the app may, and asks once where it may not', async () => {
    const { double, ana, threads, bot, question, clock, callsOf } = await open()
    const calls = () => callsOf('assistant.threads.setStatus')
    const status = () => double.world.channels.get(double.channelOf(ana))?.status
    const start = () => threads.startTyping(bot, question.thread)
    start()
    await eventually(() => expect(calls()).toHaveLength(1))
    await new Promise((resolve) => setTimeout(resolve, 50))
    start()
    double.world.scopes.add('assistant:write')
    clock.advance(600_000)
    start()
    await eventually(() => expect(status()).toBe('is searching …'))
    expect(calls()).toHaveLength(2)
  })

  it('asks for a status again when the clock was set back after a refusal', async () => {
    const { threads, bot, question, clock, callsOf } = await open()
    const calls = () => callsOf('assistant.threads.setStatus')
    threads.startTyping(bot, question.thread)
    await eventually(() => expect(calls()).toHaveLength(1))
    await new Promise((resolve) => setTimeout(resolve, 50))
    clock.advance(-3_600_000)
    threads.startTyping(bot, question.thread)
    await eventually(() => expect(calls()).toHaveLength(2))
  })

  it('asks for no status if the AI features are off', async () => {
    const { double, threads, bot, question, callsOf } = await open()
    double.world.scopes.add('assistant:write')
    threads.startTyping({ ...bot, hasAiFeatures: false }, question.thread)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(callsOf('assistant.threads.setStatus')).toEqual([])
  })

  it('shows no status for an answer that comes at once, and none after an answer', async () => {
    const { double, ana, threads, bot, question, callsOf, answer } = await open()
    double.world.scopes.add('assistant:write')
    const calls = () => callsOf('assistant.threads.setStatus')
    const status = () => double.world.channels.get(double.channelOf(ana))?.status
    threads.startTyping(bot, question.thread)
    expect(await answer(['at once'])).toBe('posted')
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(calls()).toEqual([])
    double.behaveOnce('assistant.threads.setStatus', { slowMs: 100 })
    const typing = threads.startTyping(bot, question.thread)
    await eventually(() => expect(calls()).toHaveLength(1))
    typing.stop()
    expect(await answer(['at once', 'later'])).toBe('posted')
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(status()).toBe('')
  })

  it('shows no answer in the conversation itself when the question was deleted meanwhile', async () => {
    const { double, ana, answer, callsOf, placed } = await open()
    const { messages } = double.world.channels.get(double.channelOf(ana))!
    messages.splice(0, messages.length)
    expect(await answer(['one', 'two'], {}, true)).toBe('thread_gone')
    expect(messages).toEqual([])
    expect(placed).toEqual([])
    expect(callsOf('chat.postMessage')).toHaveLength(1)
  })

  it.for(['conversations.replies', 'chat.delete', 'chat.postMessage'] as const)(
    'removes it at the next attempt if %s fails after it was posted',
    async (method) => {
      const { double, ana, answer, placed } = await open()
      const { messages } = double.world.channels.get(double.channelOf(ana))!
      messages.splice(0, messages.length)
      double.say(ana, 'another question')
      double.behaveOnce(method, method === 'chat.postMessage' ? 'store_then_500' : { status: 503 })
      await expect(answer(['one'], {}, true)).rejects.toThrow(Unavailable)
      expect(messages).toHaveLength(2)
      expect(await answer(['one'])).toBe('thread_gone')
      expect(messages.map(({ text }) => text)).toEqual(['another question'])
      expect(placed).toEqual([])
    },
  )

  it('removes no answer while it is unknown whether the question was deleted', async () => {
    const { double, answer, answers, callsOf } = await open()
    double.behaveOnce('chat.postMessage', 'store_then_500')
    await expect(answer(['one'], {}, true)).rejects.toThrow(Unavailable)
    for (const failure of [{ status: 503 }, { error: 'ratelimited' }, 'html'] as const) {
      double.behaveOnce('conversations.replies', failure)
      await expect(answer(['one'])).rejects.toThrow(Unavailable)
    }
    double.behaveOnce('conversations.replies', { error: 'internal_error' })
    await answer(['one']).catch(() => {})
    expect(callsOf('chat.delete')).toEqual([])
    expect(await answer(['one'])).toBe('posted')
    expect(answers()).toHaveLength(1)
  })

  it('takes an answer for posted if the response does not say where it is', async () => {
    const { double, answer, callsOf } = await open()
    double.behaveOnce('chat.postMessage', { json: { ok: true, ts: '1763600000.000001' } })
    expect(await answer(['one'], {}, true)).toBe('posted')
    expect(callsOf('chat.delete')).toEqual([])
  })

  it.for([
    ['not_allowed', 1],
    ['thread_not_found', 2],
  ] as const)('after %s, asks for %s statuses in ten minutes', async ([error, count]) => {
    const { double, threads, bot, question, callsOf } = await open()
    double.world.scopes.add('assistant:write')
    const calls = () => callsOf('assistant.threads.setStatus')
    double.behaveOnce('assistant.threads.setStatus', { error })
    threads.startTyping(bot, question.thread)
    await eventually(() => expect(calls()).toHaveLength(1))
    await new Promise((resolve) => setTimeout(resolve, 50))
    threads.startTyping(bot, question.thread)
    await new Promise((resolve) => setTimeout(resolve, 50))
    await eventually(() => expect(calls()).toHaveLength(count))
  })
})
