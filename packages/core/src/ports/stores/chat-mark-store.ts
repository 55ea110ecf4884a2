import type { DropCounts, DroppedPost } from '../../model/team-chat/direct-message.ts'

/** How far the posts to a bot have been taken, by the clock of its server. */
export type ChatMark = {
  /** What was written before is none of Ken's business: the bot was off, or not known. */
  readonly begunAt: Date
  /** Everything written until then was taken. */
  readonly settledAt: Date
}

/** Posts are read back from a minute before the mark; for this long before it Ken remembers which ones it dropped. */
export const droppedPostSeconds = 3_600

/** How far the posts to each bot have been taken, inside a transaction. */
export interface ChatMarkStore {
  /** The mark of a bot; one that has none begins at `from`, and null is none. */
  begin(botId: string, from: Date | null): Promise<ChatMark | null>

  /** Moves a mark on, never back, and forgets dropped posts of more than an hour before. A bot that has none begins there. */
  settle(botId: string, until: Date): Promise<void>

  /** Forgets the marks of all bots: what was written until they begin again is never taken. */
  forget(): Promise<void>

  /**
   * Remembers dropped posts, until `settle` forgets them; returns the ids of those that were not remembered before. Of any
   * concurrent calls exactly one gets a post. Call it before the other methods, so that transactions lock in one order.
   */
  rememberDropped(botId: string, posts: readonly DroppedPost[]): Promise<readonly string[]>

  /**
   * Adds to how many events were dropped, unless `batchId` is that of the batch added last: a batch whose commit got no
   * reply may be repeated before the next one is sent.
   */
  addDropped(botId: string, batchId: string, dropped: DropCounts): Promise<void>

  /** How many events were dropped since the bot was first listened for, by reason; a reason that never was is left out. */
  findDropped(botId: string): Promise<DropCounts>
}
