import {
  botMessengerChatIdOf,
  botMessengerMessageOf,
  type BotMessengerBot,
  type ChatThread,
} from '@ken/core/ports'
import { BotApiRefusal } from '../api/bot-api-failure.ts'
import { callBotApi, type Transport } from '../api/bot-api.ts'
import { renderPlain } from './rendered-text.ts'

/** The longest text of a message, in UTF-16 units. */
const lengthMax = 4_096

/**
 * Shows a text as a draft, which the person sees for half a minute and the server does not keep. Older servers do not know
 * drafts, and are not asked again.
 */
export function partialText(transport: Transport) {
  const without = new Set<string>()

  return (bot: BotMessengerBot, { channelId, rootId }: ChatThread, signal: AbortSignal) => {
    const [chatId, root] = [botMessengerChatIdOf(channelId), botMessengerMessageOf(rootId)]
    let isSending = false
    async function send(markdown: string): Promise<void> {
      if (isSending || signal.aborted || without.has(bot.apiRoot)) return
      if (chatId === null || root === null) return
      isSending = true
      const { text, entities } = renderPlain(markdown.slice(0, lengthMax).toWellFormed())
      const fields = {
        chat_id: chatId,
        // The same for all texts of an answer, which the next one then replaces.
        draft_id: root.messageId,
        text,
        entities: [...entities],
      }
      try {
        await callBotApi(transport, bot, { method: 'sendMessageDraft', fields, signal })
      } catch (error) {
        // Optional: the answer comes without it, too.
        if (error instanceof BotApiRefusal && error.status === 404) without.add(bot.apiRoot)
      } finally {
        isSending = false
      }
    }
    return send
  }
}
