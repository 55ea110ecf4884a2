import {
  botMessengerChatIdOf,
  botMessengerMessageOf,
  type BotMessengerBot,
  type ChatPostId,
  type ChatThread,
} from '@ken/core/ports'
import type { Pauses } from '@ken/outbound'
import { BotApiFailure, BotApiRefusal } from '../api/bot-api-failure.ts'
import { callBotApi, type Transport } from '../api/bot-api.ts'
import { renderPlain } from './rendered-text.ts'
import { topicFieldOf } from './topic-field.ts'

/** The longest text of a message, in UTF-16 units. */
const lengthMax = 4_096

/**
 * Shows a text as a draft, which the person sees for half a minute and the server does not keep. Older servers do not know
 * drafts, and are not asked again. After any other failure, that answer gets no further draft.
 */
export function partialText(transport: Transport, paused: Pauses) {
  const without = new Set<string>()

  return (bot: BotMessengerBot, thread: ChatThread, signal: AbortSignal) => {
    const { channelId } = thread
    const chatId = botMessengerChatIdOf(channelId)
    let isSending = false
    let hasFailed = false
    async function send(markdown: string, postId: ChatPostId): Promise<void> {
      if (isSending || hasFailed || signal.aborted || without.has(bot.apiRoot)) return
      const question = botMessengerMessageOf(postId)
      if (chatId === null || question === null || paused.msOf(channelId) > 0) return
      isSending = true
      try {
        const { text, entities } = renderPlain(markdown.slice(0, lengthMax).toWellFormed())
        const fields = {
          chat_id: chatId,
          ...topicFieldOf(thread),
          // The same for all texts of an answer, which the next one then replaces.
          draft_id: question.messageId,
          text,
          entities: [...entities],
        }
        await callBotApi(transport, bot, { method: 'sendMessageDraft', fields, signal })
      } catch (error) {
        // Optional: the answer comes without it, too.
        hasFailed = true
        if (error instanceof BotApiFailure) paused.note(channelId, error)
        if (error instanceof BotApiRefusal && error.status === 404) without.add(bot.apiRoot)
      } finally {
        isSending = false
      }
    }
    return send
  }
}
