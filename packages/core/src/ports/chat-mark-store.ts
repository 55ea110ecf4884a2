import type { DropCounts } from '../team-chat/direct-message.ts'

/** How far the posts to each bot have been taken, inside a transaction. */
export interface ChatMarkStore {
  /** Up to when everything written to the bot was taken; `from` is kept for one that has no such mark, and null is none. */
  begin(botId: string, from: Date | null): Promise<Date | null>

  /** Everything written until then was taken. A mark never goes back. */
  settle(botId: string, until: Date): Promise<void>

  /** Forgets the marks of all bots: what was written until they begin again is never taken. */
  forget(): Promise<void>

  /** Adds to how many events were dropped. */
  addDropped(botId: string, dropped: DropCounts): Promise<void>

  /** How many events were dropped since the bot was first listened for, by reason; a reason that never was is left out. */
  findDropped(botId: string): Promise<DropCounts>
}
