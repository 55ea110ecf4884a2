import type { DropCounts } from '../team-chat/direct-message.ts'

/** How far the posts to a bot have been taken, by the clock of its server. */
export type ChatMark = {
  /** What was written before is none of Ken's business: the bot was off, or not known. */
  readonly begunAt: Date
  /** Everything written until then was taken. */
  readonly settledAt: Date
}

/** How far the posts to each bot have been taken, inside a transaction. */
export interface ChatMarkStore {
  /** The mark of a bot; one that has none begins at `from`, and null is none. */
  begin(botId: string, from: Date | null): Promise<ChatMark | null>

  /** Moves a mark on, never back. A bot that has none begins there. */
  settle(botId: string, until: Date): Promise<void>

  /** Forgets the marks of all bots: what was written until they begin again is never taken. */
  forget(): Promise<void>

  /** Adds to how many events were dropped. */
  addDropped(botId: string, dropped: DropCounts): Promise<void>

  /** How many events were dropped since the bot was first listened for, by reason; a reason that never was is left out. */
  findDropped(botId: string): Promise<DropCounts>
}
