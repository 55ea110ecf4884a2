import { botMessengerChannelId, botMessengerPostId } from '@ken/core/ports'
import { testClock } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { openMessengerForTest } from '../testing/messenger-world.ts'
import { pauses } from '@ken/outbound'
import { partialText } from './partial-text.ts'

async function open(options: Parameters<typeof openMessengerForTest>[0] = {}) {
  const messenger = await openMessengerForTest(options)
  const { double, ana, bot, transport } = messenger
  const { message_id: messageId } = double.say(ana, 'a question')
  const place = { botId: bot.botId, chatId: ana.id }
  const postId = botMessengerPostId({ ...place, messageId })
  const thread = { channelId: botMessengerChannelId(place), rootId: postId }
  const clock = testClock()
  const stopping = new AbortController()
  const paused = pauses(clock)
  const show = partialText(transport, paused)
  /** Shows the answer to one question. */
  const start = (questionId = postId) => {
    const send = show(bot, thread, stopping.signal)
    return (text: string) => send(text, questionId)
  }
  const askAgain = () => {
    const { message_id: nextId } = double.say(ana, 'another question')
    return botMessengerPostId({ ...place, messageId: nextId })
  }
  const drafts = () => double.requests.filter(({ method }) => method === 'sendMessageDraft')
  const stop = () => stopping.abort()
  return {
    ...messenger,
    clock,
    thread,
    paused,
    messageId,
    start,
    write: start(),
    askAgain,
    drafts,
    stop,
  }
}

describe('partialText', () => {
  it('shows the text so far as one draft, in which nothing is active', async () => {
    const { double, ana, messageId, write, drafts } = await open()
    await write('**Ask** @ana or see')
    expect(double.chatOf(ana).draft).toBe('Ask @ana or see')
    await write('**Ask** @ana or see example.com')
    expect(double.chatOf(ana).draft).toContain('example.com')
    const [first] = drafts()
    expect(drafts().every(({ fields }) => fields['draft_id'] === messageId)).toBe(true)
    expect(first?.fields['entities']).toEqual([{ type: 'code', offset: 4, length: 4 }])
    expect(double.messages(ana)).toHaveLength(1)
  })

  it('asks a server that does not know drafts once', async () => {
    const { write, drafts } = await open({ withoutMethods: ['sendMessageDraft'] })
    await write('one')
    await write('two')
    expect(drafts()).toHaveLength(1)
  })

  it('cuts a long text to the length of a message, and shows nothing once it is stopped', async () => {
    const { double, ana, write, drafts, stop } = await open()
    await write('x'.repeat(5_000))
    expect(double.chatOf(ana).draft).toHaveLength(4_096)
    stop()
    await write('more')
    expect(drafts()).toHaveLength(1)
  })

  it('has a draft for each question of a conversation', async () => {
    const { write, start, askAgain, drafts } = await open()
    const writeNext = start(askAgain())
    await write('one')
    await writeNext('two')
    await write('one more')
    const ids = drafts().map(({ fields }) => fields['draft_id'])
    expect(ids[1]).not.toBe(ids[0])
    expect(ids[2]).toBe(ids[0])
  })

  it('pauses the chat for as long as the server asks, and sends no further draft of that answer', async () => {
    const { double, ana, clock, thread, paused, write, start, drafts } = await open()
    double.behaveOnce('sendMessageDraft', { status: 429, retryAfter: 7 })
    await write('one')
    expect(paused.msOf(thread.channelId)).toBe(7_000)
    const writeNext = start()
    clock.advance(6_999)
    await writeNext('two')
    expect(drafts()).toHaveLength(1)
    clock.advance(1)
    await write('three')
    expect(drafts()).toHaveLength(1)
    await writeNext('four')
    expect(double.chatOf(ana).draft).toBe('four')
  })

  it.for([{ status: 500 }, 'reset', 'html'] as const)('survives %j', async (behaviour) => {
    const { double, ana, write, start, drafts } = await open()
    double.behaveOnce('sendMessageDraft', behaviour)
    await write('one')
    await write('two')
    expect(drafts()).toHaveLength(1)
    await start()('three')
    expect(double.chatOf(ana).draft).toBe('three')
  })
})
