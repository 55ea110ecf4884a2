import type { Result } from '../../model/result.ts'
import type { ChatMessage, DroppedEvent } from '../../model/chat/chat-message.ts'
import type { ChatBot } from './chat-bot.ts'
import type { OpenedChat } from './chat-greeter.ts'
import type { ChatFault, WebhookReport } from './chat-health.ts'

/**
 * Receives what a listener hears. `receive` is called concurrently for different channels, and sequentially for one
 * channel; calls of `caughtUp` are sequential; `alive` and `interrupted` may come during any other call. The listener
 * survives every rejection.
 */
export interface ChatInbox {
  /**
   * A direct message to the bot, or why an event is not one. The same post may come more than once, and posts may come
   * in any order. A rejection means that the event was not accepted: it comes again.
   */
  receive(event: Result<ChatMessage, DroppedEvent>): Promise<void>

  /**
   * The person of a direct channel accepts nothing more from the bot, such as after blocking it: what they wrote until then
   * cannot be answered. A rejection means that it was not accepted: it comes again. Messages may follow later.
   */
  blocked(channelId: string, until: Date): Promise<void>

  /** A person has opened the bot, and may be shown something there. Neither waits nor throws. */
  opened(opened: OpenedChat): void

  /** High-water mark: everything posted to the bot until then was received; `since` after a restart. Never decreases. */
  caughtUp(until: Date): Promise<void>

  /**
   * The server has just proven that it sends the bot everything or, if it posts to Ken, that it responds to the bot.
   * Checked every 30 seconds; after 90 seconds without a call, this no longer counts as proven.
   */
  alive(webhook?: WebhookReport): Promise<void>

  /**
   * Whether the listener is reading back earlier posts to the bot, such as those from an outage. Neither waits nor
   * throws.
   */
  catchingUp(isCatchingUp: boolean): void

  /** The connection is lost, and why. Called once per fault, or with each report, while the listener goes on trying. */
  interrupted(fault: ChatFault, webhook?: WebhookReport): Promise<void>

  /**
   * Rejects unless this process still listens, by the database. To be called immediately before a change at the platform that
   * another listener may have to undo: a process can be suspended at any moment, and resume after another took over.
   */
  confirmLease(): Promise<void>
}

/** A running listener. */
export type ChatSubscription = {
  /** Stops it. Once this resolves, no call to the inbox is in progress and none follows. */
  stop(): Promise<void>

  /**
   * Reads back what may be missing. Only on a platform that sends messages in requests: on a connection, the listener
   * notices by itself what was lost.
   */
  readonly readBack?: () => void
}

/**
 * Listens for what people post to the bot, over a connection that Ken opens. Where the platform posts to Ken instead, checks
 * that it does, and reads back what was missed if the platform keeps it.
 */
export interface ChatListener<Bot = ChatBot> {
  /**
   * Delivers everything posted to the bot from `since` on, despite outages, restarts and lost events; null means from now
   * on. Never throws: failures are reported to the inbox and retried with growing pauses.
   */
  listen(bot: Bot, since: Date | null, inbox: ChatInbox): ChatSubscription
}
