import {
  botMessengerChannelId,
  botMessengerPostId,
  type ChatPostId,
  type DeliveryLedger,
  type Log,
} from '@ken/core/ports'
import { testClock } from '@ken/core/testing'
import type { MessengerMessage } from '@ken/testing'
import { telegramChatThreads } from '../threads/telegram-chat-threads.ts'
import { fastTiming, openMessengerForTest, type openMessenger } from './messenger-world.ts'

type Messenger = Awaited<ReturnType<typeof openMessenger>>

/** What is asked of the adapter for a message. */
export function questionOf(
  { bot }: Pick<Messenger, 'bot'>,
  { chat, message_id, date }: MessengerMessage,
) {
  const place = { botId: bot.botId, chatId: chat.id }
  const postId = botMessengerPostId({ ...place, messageId: message_id })
  const thread = { channelId: botMessengerChannelId(place), rootId: postId }
  return { thread, replyTo: { postId, postedAt: new Date(date * 1_000) }, isNew: false }
}

/** A question of Ana's, and a ledger that is kept from attempt to attempt. */
export async function openThreads({ timing = fastTiming } = {}) {
  const messenger = await openMessengerForTest({ timing })
  const { double, ana, transport, bot } = messenger
  const clock = testClock()
  const lines: unknown[] = []
  const warn: Log['warn'] = (event, fields) => void lines.push({ event, ...fields })
  const threads = telegramChatThreads(transport, {
    clock,
    log: { info: () => {}, warn, error: () => {} },
  })
  const question = double.say(ana, 'a question')
  const placed: (ChatPostId | null)[] = []
  const note: DeliveryLedger['note'] = async (part, id) => (placed[part] ??= id)
  const answer = (parts: readonly string[], ledger: Partial<DeliveryLedger> = {}) =>
    threads.answer(
      bot,
      { ...questionOf(messenger, question), parts },
      { placed: [...placed], note, ...ledger },
    )
  const texts = () =>
    double
      .messages(ana)
      .slice(1)
      .map(({ text }) => text)
  return { ...messenger, clock, lines, threads, question, placed, note, answer, texts }
}
