import type { BotSettings } from '../chat/bot-settings.ts'

/** The settings of the workspace chat, its app and its bot. The tokens are encrypted for `appId`. */
export type WorkspaceChatSettings = BotSettings & {
  readonly appTokenEnc: string | null
  /** The app of the last app token, also after the token was removed: links belong to it. */
  readonly appId: string | null
  /** The workspace of the bot, or its organization with several. Set only by a successful probe. */
  readonly workspaceId: string | null
  readonly workspaceName: string | null
  /**
   * Whether members are linked to the account of an address that the platform confirmed. Only an Owner turns it on, for one bot
   * in one workspace.
   */
  readonly matchesByEmail: boolean
}

/** Whether the bot can be used. */
export const isWorkspaceAvailable = (settings: WorkspaceChatSettings): boolean =>
  settings.enabled &&
  settings.botTokenEnc !== null &&
  settings.appTokenEnc !== null &&
  settings.appId !== null &&
  settings.workspaceId !== null &&
  settings.botUserId !== null

/** Whether the text is the token of a bot. */
export const isWorkspaceBotToken = (text: string): boolean => /^xoxb-[\w-]{10,250}$/.test(text)

/** The app that an app token belongs to: the part after its version; null if the text is no such token. */
export const appIdOfToken = (text: string): string | null =>
  /^xapp-\d+-([A-Z0-9]{3,30})-[\w-]{8,250}$/.exec(text)?.[1] ?? null
