import { botMessengerChannelId, botMessengerPostId } from '@ken/core/ports'
import { describe, expect, it } from 'vitest'
import { openMessengerForTest } from '../testing/messenger-world.ts'
import { partialText } from './partial-text.ts'

async function open(options: Parameters<typeof openMessengerForTest>[0] = {}) {
  const messenger = await openMessengerForTest(options)
  const { double, ana, bot, transport } = messenger
  const { message_id: messageId } = double.say(ana, 'a question')
  const place = { botId: bot.botId, chatId: ana.id }
  const thread = {
    channelId: botMessengerChannelId(place),
    rootId: botMessengerPostId({ ...place, messageId }),
  }
  const stopping = new AbortController()
  const write = partialText(transport)(bot, thread, stopping.signal)
  const drafts = () => double.requests.filter(({ method }) => method === 'sendMessageDraft')
  return { ...messenger, messageId, write, drafts, stop: () => stopping.abort() }
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

  it('survives failures', async () => {
    const { double, ana, write } = await open()
    double.behaveOnce('sendMessageDraft', { status: 429, retryAfter: 1 })
    await write('one')
    await write('two')
    expect(double.chatOf(ana).draft).toBe('two')
  })
})
