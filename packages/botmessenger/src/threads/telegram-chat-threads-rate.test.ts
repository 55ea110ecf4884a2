import { Unavailable, type ChatAnswer, type DeliveryLedger } from '@ken/core/ports'
import { systemTiming } from '@ken/outbound'
import { describe, expect, it } from 'vitest'
import { openThreads, questionOf } from '../testing/threads-world.ts'

const noteEach: DeliveryLedger['note'] = async (_part, id) => id

/** Timing whose seconds pass when the test says so. */
function heldSeconds() {
  const callbacks: (() => void)[] = []
  const after: typeof systemTiming.after = (milliseconds, callback) => {
    if (milliseconds !== 1_000) return systemTiming.after(milliseconds, callback)
    callbacks.push(callback)
    return () => {}
  }
  const pass = () => callbacks.splice(0).forEach((callback) => callback())
  return { timing: { ...systemTiming, after }, pass }
}

/** A server with the limit of the platform. `answer` answers a question of a new person, `answerAna` that of Ana. */
async function openLimited(timing = systemTiming) {
  const messenger = await openThreads({ timing })
  const { threads, bot, double } = messenger
  const answer = (more: Partial<ChatAnswer> = {}) => {
    const question = double.say(double.addPerson('Ben'), 'a question')
    const asked = { ...questionOf(messenger, question), parts: ['a text'] }
    return threads.answer(bot, { ...asked, ...more }, { placed: [], note: noteEach })
  }
  double.world.messagesPerSecondMax = 30
  const { postId } = questionOf(messenger, messenger.question).replyTo
  return { ...messenger, answer, answerAna: messenger.answer, postId }
}

describe('telegramChatThreads to many chats', () => {
  it('stays within the limit after the server has asked for fewer messages', async () => {
    const { double, answer } = await openLimited()
    double.behaveOnce('sendMessage', { status: 429, retryAfter: 1 })
    await expect(answer()).rejects.toThrow(Unavailable)
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => answer()))
    expect(new Set(outcomes)).toEqual(new Set(['posted']))
  })

  it('sends no waiting message to a chat that was paused meanwhile', async () => {
    const { timing, pass } = heldSeconds()
    const { double, answer, answerAna, placed, postId, texts } = await openLimited(timing)
    double.behaveOnce('sendMessage', { status: 429, retryAfter: 1 })
    await expect(answer()).rejects.toThrow(Unavailable)
    pass()
    await Promise.all(Array.from({ length: 25 }, () => answer()))
    const waiting = answerAna(['an answer'])
    double.behaveOnce('editMessageText', { status: 429, retryAfter: 30 })
    const editing = answerAna(['another'], { placed: [postId] })
    await expect(editing).rejects.toThrow(Unavailable)
    pass()
    await expect(waiting).rejects.toThrow(Unavailable)
    expect([placed, texts()]).toEqual([[], []])
  })

  it('leaves room for answers when it sends refusals', async () => {
    const { answer } = await openLimited()
    const refusals = Array.from({ length: 20 }, () => answer({ isRefusal: true }))
    const answers = Array.from({ length: 18 }, () => answer())
    const outcomes = await Promise.all([...refusals, ...answers])
    expect(new Set(outcomes)).toEqual(new Set(['posted']))
  })
})
