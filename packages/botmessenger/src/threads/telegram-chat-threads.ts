import {
  botMessengerChatIdOf,
  botMessengerMessageOf,
  botMessengerPostId,
  Unavailable,
  type AnswerOutcome,
  type BotMessengerBot,
  type BotMessengerMessage,
  type ChatAnswer,
  type ChatPostId,
  type ChatThreads,
  type Clock,
  type DeliveryLedger,
  type Log,
} from '@ken/core/ports'
import { answered, fieldsOf, keepTyping, pause, pauses, retryOf, type Pauses } from '@ken/outbound'
import { BotApiFailure, BotApiRefusal } from '../api/bot-api-failure.ts'
import { callBotApi, type Transport } from '../api/bot-api.ts'
import { partialText } from './partial-text.ts'
import { renderMarkdown, renderPlain, type RenderedText } from './rendered-text.ts'
import { sendRate, type SendRate } from './send-rate.ts'
import { topicFieldOf } from './topic-field.ts'

/** Stands in for a part until its text is written into it. Says nothing of the answer, which may be a refusal. */
const reservedText = 'One moment …'

const sendTimeoutMs = 15_000
/** A chat takes about one message a second. */
const partsEveryMs = 1_000

type TelegramChatThreadsOptions = { readonly clock: Clock; readonly log: Log }

/**
 * Answers in two steps, because the Bot API recognizes no repeated message and shows no history: a message without the
 * answer is sent and noted, then the answer is written into it by an edit, which may be repeated. Sends nothing to a chat,
 * not even that the bot is typing, for as long as the server asks, but at most for five minutes at a time. Messages to
 * all chats together are sent at the rate that the server takes.
 */
export function telegramChatThreads(
  transport: Transport,
  { clock, log }: TelegramChatThreadsOptions,
): ChatThreads<BotMessengerBot> {
  const paused = pauses(clock)
  const rate = sendRate(transport.timing, clock)
  const showPartial = partialText(transport, paused)
  return {
    async answer(bot, answer, ledger) {
      const { channelId } = answer.thread
      requireNoPause(paused, channelId)
      const isBegun = ledger.placed.some((messageId) => messageId !== null)
      if (answer.replaces?.onlyIfBegun === true && !isBegun) return 'not_begun'
      try {
        for (const part of answer.parts.keys()) {
          if (part > 0) await pause(transport.timing, partsEveryMs, new AbortController().signal)
          await placePart({ transport, paused, rate, bot, answer, ledger }, part)
        }
        await removeSurplus({ transport, paused, rate, bot, answer, ledger })
        return 'posted'
      } catch (error) {
        if (error instanceof BotApiFailure) {
          paused.note(channelId, error)
          // It does not say whether they were too many for this chat or in all.
          if (error.retryAfterSeconds !== null) rate.limit()
        }
        return outcomeOf(error, log)
      }
    },

    startTyping(bot, thread) {
      const chatId = botMessengerChatIdOf(thread.channelId)
      const isPaused = paused.msOf(thread.channelId) > 0
      const fields = { ...topicFieldOf(thread), action: 'typing' } as const
      const stopTyping =
        isPaused || chatId === null
          ? () => {}
          : keepTyping(transport.timing, (signal) =>
              callBotApi(transport, bot, {
                method: 'sendChatAction',
                fields: { chat_id: chatId, ...fields },
                signal,
              }),
            )
      const stopping = new AbortController()
      if (isPaused) stopping.abort()
      const stop = () => {
        stopTyping()
        stopping.abort(answered)
      }
      return { stop, write: showPartial(bot, thread, stopping.signal) }
    },
  }
}

function requireNoPause(paused: Pauses, channelId: string): void {
  const pauseMs = paused.msOf(channelId)
  if (pauseMs > 0)
    throw new Unavailable('bot-messenger', 'The bot messenger asked for fewer messages.', {
      retryAfterSeconds: Math.ceil(pauseMs / 1_000),
    })
}

type Delivery = {
  readonly transport: Transport
  readonly paused: Pauses
  readonly rate: SendRate
  readonly bot: BotMessengerBot
  readonly answer: ChatAnswer
  readonly ledger: DeliveryLedger
}

/** Reserves a message for the part, unless there is one, and writes the part into it. */
async function placePart(delivery: Delivery, part: number): Promise<void> {
  const markdown = delivery.answer.parts[part] ?? ''
  // First, so that no line is reserved for a text that cannot be rendered.
  const rendered = renderMarkdown(markdown)
  const postId = delivery.ledger.placed[part] ?? (await reserve(delivery, part))
  try {
    await edit(delivery, postId, rendered)
  } catch (error) {
    // A server that does not accept a link does not say which.
    if (!(error instanceof BotApiRefusal) || error.status !== 400 || isEnd(error)) throw error
    await edit(delivery, postId, renderPlain(markdown))
  }
}

/**
 * Sends the stand-in of a part. The one that was noted first is the only one that stays. One whose note failed stays, too:
 * it may be noted all the same, and a later attempt would take a removed one for an answer that the person has deleted.
 */
async function reserve(
  { transport, paused, rate, bot, answer, ledger }: Delivery,
  part: number,
): Promise<ChatPostId> {
  const { chatId, messageId: questionId } = messageOf(answer.replyTo.postId)
  const fields = {
    chat_id: chatId,
    ...topicFieldOf(answer.thread),
    text: reservedText,
    reply_parameters: { message_id: questionId, allow_sending_without_reply: true },
    link_preview_options: { is_disabled: true },
  }
  const sent = await rate.send(answer.isRefusal === true, async () => {
    // It may have begun while this message waited for its turn.
    requireNoPause(paused, answer.thread.channelId)
    return callBotApi(transport, bot, { method: 'sendMessage', fields, timeoutMs: sendTimeoutMs })
  })
  const { message_id: messageId } = fieldsOf(sent)
  if (typeof messageId !== 'number') throw new BotApiFailure('not_telegram')
  const reserved = botMessengerPostId({ botId: bot.botId, chatId, messageId })
  const noted = await ledger.note(part, reserved)
  if (noted !== reserved) await remove(transport, bot, { chatId, messageId })
  return noted
}

/** Removes what an earlier attempt reserved for parts that the answer does not have any more. */
async function removeSurplus({ transport, bot, answer, ledger }: Delivery): Promise<void> {
  for (const postId of ledger.placed.slice(answer.parts.length))
    if (postId !== null) await remove(transport, bot, messageOf(postId))
}

/** Removes a message that is no part of the answer. A failure is ignored: most contain only the stand-in text. */
async function remove(
  transport: Transport,
  bot: BotMessengerBot,
  { chatId, messageId }: { readonly chatId: number; readonly messageId: number },
): Promise<void> {
  const fields = { chat_id: chatId, message_id: messageId }
  await callBotApi(transport, bot, { method: 'deleteMessage', fields }).catch(() => {})
}

async function edit(
  { transport, bot }: Delivery,
  postId: ChatPostId,
  { text, entities }: RenderedText,
): Promise<void> {
  const { chatId, messageId } = messageOf(postId)
  try {
    await callBotApi(transport, bot, {
      method: 'editMessageText',
      fields: {
        chat_id: chatId,
        message_id: messageId,
        text,
        entities: [...entities],
        link_preview_options: { is_disabled: true },
      },
      timeoutMs: sendTimeoutMs,
    })
  } catch (error) {
    if (!(error instanceof BotApiRefusal) || !needsNoEdit(error)) throw error
  }
}

/** An earlier attempt has written the text, or the person has deleted the message. */
const needsNoEdit = ({ status, description }: BotApiRefusal): boolean =>
  status === 400 && /message is not modified|message to edit not found/i.test(description)

/** The chat or its topic takes no message any more, with any text. */
const isEnd = ({ description }: BotApiRefusal): boolean =>
  isGone(description) || isLost(description)
const isGone = (description: string): boolean => /thread not found|TOPIC_/i.test(description)
const isLost = (description: string): boolean => /chat not found/i.test(description)

function messageOf(postId: ChatPostId): BotMessengerMessage {
  const message = botMessengerMessageOf(postId)
  if (message === null) throw new Error('The post is of another chat.')
  return message
}

/** Throws for failures that may pass. */
function outcomeOf(error: unknown, log: Log): AnswerOutcome {
  if (error instanceof BotApiFailure)
    throw new Unavailable('bot-messenger', error.message, retryOf(error))
  if (!(error instanceof BotApiRefusal)) throw error
  const { status, description } = error
  // A request of this size is refused by a proxy, not by the server.
  if (status === 409 || status === 413)
    throw new Unavailable('bot-messenger', error.message, { cause: error })
  if (isGone(description)) return 'thread_gone'
  log.warn('bot_messenger.answer_refused', { status, reason: reasonOf(description) })
  return 'refused'
}

/** The description may quote the request, so only known ones are logged. */
const reasonOf = (description: string): string =>
  ['bot was blocked', 'user is deactivated', 'chat not found', 'initiate conversation'].find(
    (known) => description.toLowerCase().includes(known),
  ) ?? 'other'
