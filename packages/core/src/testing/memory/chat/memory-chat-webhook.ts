import type { BotMessengerBot } from '../../../ports/chat/chat-bot.ts'
import type { ChatInbox } from '../../../ports/chat/chat-listener.ts'
import type { ChatWebhook } from '../../../ports/chat/chat-webhook.ts'
import type { MemoryChat } from './memory-chat.ts'

/** Updates are what an inbox receives. */
export const memoryChatWebhook = (chat: MemoryChat<BotMessengerBot>): ChatWebhook => ({
  address: 'https://ken.example.com/chat/bot_messenger/updates',
  deliver: (_bot, update, inbox) => inbox.receive(update as Parameters<ChatInbox['receive']>[0]), // Tests deliver nothing else.
  async remove({ token }, { confirmLease }) {
    if (chat.isUnavailable()) return 'unreachable'
    if (!chat.accepts(token)) return 'token_refused'
    await confirmLease()
    return null
  },
})
