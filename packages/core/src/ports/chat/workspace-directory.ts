import type { WorkspaceChatBot } from './chat-bot.ts'

/** The members of a workspace, as its platform knows them. */
export interface WorkspaceDirectory {
  /**
   * The address of a member, if the platform says that the member confirmed it. Null for guests, bots, people of other
   * workspaces and people who left, for an address that is not confirmed, and if the bot may not read addresses. Throws
   * `Unavailable` for a temporary failure, within six seconds.
   */
  findConfirmedEmail(bot: WorkspaceChatBot, externalId: string): Promise<string | null>
}
