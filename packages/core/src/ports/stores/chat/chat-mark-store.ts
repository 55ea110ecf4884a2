import type { DropCounts, DroppedPost } from '../../../model/chat/chat-message.ts'

/** How far the posts to a bot are processed, by the clock of its server. */
export type ChatMark = {
  /** Earlier posts are ignored: the bot was off or unknown. */
  readonly startedAt: Date
  /** High-water mark: all earlier posts are stored. */
  readonly storedUntil: Date
}

/** What the requests of a platform have shown about delivery since the bot was turned on; null for never. */
export type ChatRequests = {
  /** When the last request came. */
  readonly lastAt: Date | null
  /** When it last turned out that requests may be missing, such as by one that came late. */
  readonly missedAt: Date | null
  /** When the platform last said that it withholds some. */
  readonly limitedAt: Date | null
}

/**
 * Posts are read again from a minute before the mark. Dropped posts are remembered for this long
 * before it.
 */
export const droppedPostSeconds = 3_600

/** Stores the high-water mark of each bot, inside a transaction. */
export interface ChatMarkStore {
  /** The mark of a bot; null if it has none. */
  find(botId: string): Promise<ChatMark | null>

  /** Starts the mark of a bot that has none. */
  begin(botId: string, from: Date): Promise<void>

  /**
   * Moves a mark forward, never back, and deletes the bot's dropped posts of more than an hour before
   * it, and those of all bots that are older than any post is remembered. Starts the mark of a bot that has none.
   */
  advance(botId: string, until: Date): Promise<void>

  /** Stores these times, each unless a later one is stored. Null changes nothing. */
  noteRequests(botId: string, requests: ChatRequests): Promise<void>

  /** The stored times. */
  findRequests(botId: string): Promise<ChatRequests>

  /** Deletes the mark of a bot, and the times of its requests. Posts until the next `begin` are ignored. */
  remove(botId: string): Promise<void>

  /**
   * Remembers dropped posts until `advance` deletes them. Returns the ids that are new. Exactly one
   * of any concurrent calls gets each post. Call it before the other methods, so that transactions
   * lock in one order.
   */
  rememberDropped(botId: string, posts: readonly DroppedPost[]): Promise<readonly string[]>

  /**
   * Adds to the number of dropped events, unless `batchId` is that of the previous batch: a batch
   * without a reply may be repeated before the next one.
   */
  addDropped(botId: string, batchId: string, dropped: DropCounts): Promise<void>

  /**
   * The number of dropped events since the bot was first listened to, by reason. Reasons without
   * any are absent.
   */
  findDropped(botId: string): Promise<DropCounts>
}
