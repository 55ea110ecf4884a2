import type { TeamChatFault } from '../../model/team-chat/team-chat-errors.ts'
import type { Result } from '../../model/result.ts'

/** The address of a team-chat server as an administrator typed it, and the bot's token. */
export type TeamChatServer = { readonly baseUrl: string; readonly token: string }

/** The user that a token belongs to. */
export type BotIdentity = { readonly id: string; readonly handle: string }

/** Checks whether a team-chat server would serve the bot. */
export interface ChatProbe {
  /**
   * Takes at most six seconds, and never throws. Follows no redirect, so that the token is only
   * sent to this address.
   */
  probe(server: TeamChatServer): Promise<Result<BotIdentity, TeamChatFault>>
}
