import { botMessengerChannelId, botMessengerPostId } from '@ken/core/ports'
import { describe, expect, it } from 'vitest'
import { eventually, openMessengerForTest } from '../testing/messenger-world.ts'
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
    write('**Ask** @ana or see')
    await eventually(() => expect(double.chatOf(ana).draft).toBe('Ask @ana or see'))
    await eventually(() => {
      write('**Ask** @ana or see example.com')
      expect(double.chatOf(ana).draft).toContain('example.com')
    })
    const [first] = drafts()
    expect(drafts().every(({ fields }) => fields['draft_id'] === messageId)).toBe(true)
    expect(first?.fields['entities']).toEqual([{ type: 'code', offset: 4, length: 4 }])
    expect(double.messages(ana)).toHaveLength(1)
  })

  it('asks a server that does not know drafts once', async () => {
    const { write, drafts } = await open({ withoutMethods: ['sendMessageDraft'] })
    write('one')
    await eventually(() => expect(drafts()).toHaveLength(1))
    await new Promise((resolve) => setTimeout(resolve, 100))
    write('two')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(drafts()).toHaveLength(1)
  })

  it('cuts a long text to the length of a message, and shows nothing once it is stopped', async () => {
    const { double, ana, write, drafts, stop } = await open()
    write('x'.repeat(5_000))
    await eventually(() => expect(double.chatOf(ana).draft).toHaveLength(4_096))
    stop()
    write('more')
    expect(drafts()).toHaveLength(1)
  })

  it('survives failures', async () => {
    const { double, ana, write } = await open()
    double.behaveOnce('sendMessageDraft', { status: 429, retryAfter: 1 })
    write('one')
    await eventually(() => {
      write('two')
      expect(double.chatOf(ana).draft).toBe('two')
    })
  })
})
