import type { TeamChatFault } from '../../model/team-chat/team-chat-errors.ts'
import type { TeamChatBot } from './team-chat-threads.ts'

/**
 * Who is told what a listener hears. `arrived` comes for some channels at once, for one channel one at a time; `settled`
 * comes one at a time; `alive` and `interrupted` may come while any of these is under way. What they throw ends nothing.
 */
export interface TeamChatInbox {
  /**
   * An event as the server tells it, of whatever channel, for `provenDirectMessage` to judge. The same post may come
   * more than once, and not in order. A rejection says that the event was not taken: it comes again.
   */
  arrived(event: unknown): Promise<void>

  /** Everything written to the bot until then has been taken: what to give as `since` after a restart. Never goes back. */
  settled(until: Date): Promise<void>

  /** The server has just proven that it tells the bot everything. It is asked every 30 seconds: 90 without it mean no. */
  alive(): Promise<void>

  /** The server tells nothing any more, and why. The listener goes on trying; told once, and again for another reason. */
  interrupted(fault: TeamChatFault): Promise<void>
}

/** A listener at work. */
export type Listening = {
  /** Ends it. When this resolves nothing is under way, and the inbox is told nothing more. */
  stop(): Promise<void>
}

/** Hears what is written to the bot, over a connection that Ken opens. */
export interface TeamChatListener {
  /**
   * Hears everything that is written to the bot from `since` on, in spite of outages, restarts and lost events; null is
   * from now on. Throws nothing: every failure is told to the inbox and tried again, ever more slowly.
   */
  listen(bot: TeamChatBot, since: Date | null, inbox: TeamChatInbox): Listening
}
