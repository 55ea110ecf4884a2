import type { BotMessengerFault } from '../../model/bot-messenger/bot-messenger-errors.ts'
import type { BotMessengerBot } from './chat-bot.ts'
import type { ChatInbox } from './chat-listener.ts'

/** The address of Ken that the bot messenger posts updates to. The listener tells the platform about it. */
export interface ChatWebhook {
  /** Null if the base URL is not https, which the platform requires. */
  readonly address: string | null

  /** Hands over an update that was posted, as the listener does. A rejection means that it was not accepted. */
  deliver(
    bot: BotMessengerBot,
    update: unknown,
    inbox: Pick<ChatInbox, 'receive' | 'blocked'>,
  ): Promise<void>

  /**
   * Tells the platform to stop posting, if it posts to Ken; the platform keeps pending updates. Returns why it could
   * not be asked; null if it does not post to Ken any more. Takes at most six seconds, and throws only if the lease
   * is not confirmed.
   */
  remove(
    bot: BotMessengerBot,
    inbox: Pick<ChatInbox, 'confirmLease'>,
  ): Promise<BotMessengerFault | null>
}
