import type { ChatSource } from '../../model/chat/chat-source.ts'

/** The address of a team-chat server as an administrator typed it, and the bot's token. */
export type TeamChatServer = { readonly baseUrl: string; readonly token: string }

/** The bot on its team-chat server. */
export type TeamChatBot = TeamChatServer & {
  readonly source: 'teamchat'
  readonly botId: string
}

/**
 * The credentials of an app of the workspace chat: the token that it acts with, and at least one of the two credentials
 * for receiving messages.
 */
export type WorkspaceChatTokens = {
  readonly botToken: string
  /** Opens the connections that messages arrive over; null if they come in requests. */
  readonly appToken: string | null
  /**
   * Verifies requests of the platform. Also used while messages come over connections, because requests may arrive
   * before and after the transport changes.
   */
  readonly signingSecret: string | null
}

/** The bot in its workspace. */
export type WorkspaceChatBot = WorkspaceChatTokens & {
  readonly source: 'workspace_chat'
  /** `<workspace>:<user>`. */
  readonly botId: string
  /** The workspace, or the organization with several. */
  readonly workspaceId: string
  readonly appId: string
  /** Whether it shows that it is at work. */
  readonly hasAiFeatures: boolean
}

/** The address of the bot API as an administrator typed it, and the bot's token. */
export type BotMessengerServer = { readonly apiRoot: string; readonly token: string }

/** The bot of the bot messenger. */
export type BotMessengerBot = BotMessengerServer & {
  readonly source: 'bot_messenger'
  /** Digits. */
  readonly botId: string
  /** The secret that the platform sends when it posts updates to Ken; null while Ken fetches them. */
  readonly webhookSecret: string | null
  /** The addresses that Ken has set as webhooks. */
  readonly webhookAddresses: readonly string[]
}

/** The bot of a chat, with what its platform needs to act as the bot. */
export type ChatBot<Source extends ChatSource = ChatSource> = Extract<
  TeamChatBot | WorkspaceChatBot | BotMessengerBot,
  { readonly source: Source }
>
