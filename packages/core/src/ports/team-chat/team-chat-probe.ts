import type { TeamChatFault } from '../../model/team-chat/team-chat-errors.ts'
import type { Result } from '../../model/result.ts'

/** Where a team-chat server is, as an administrator wrote it, and the token that speaks there for the bot. */
export type TeamChatServer = { readonly baseUrl: string; readonly token: string }

/** Who a token speaks for. */
export type BotIdentity = { readonly id: string; readonly handle: string }

/** Asks a team-chat server whether it would serve the bot. */
export interface TeamChatProbe {
  /** Ends within six seconds, and never throws. Follows no redirect, so that the token stays at that address. */
  probe(server: TeamChatServer): Promise<Result<BotIdentity, TeamChatFault>>
}
