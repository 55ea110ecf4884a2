import type { ChatSource } from '../../model/chat/chat-source.ts'

/** The address of a team-chat server as an administrator typed it, and the bot's token. */
export type TeamChatServer = { readonly baseUrl: string; readonly token: string }

/** The bot on its team-chat server. */
export type TeamChatBot = TeamChatServer & {
  readonly source: 'teamchat'
  readonly botId: string
}

/** The two tokens of an app of the workspace chat. */
export type WorkspaceChatTokens = {
  readonly botToken: string
  /** Opens the connection that messages arrive over. */
  readonly appToken: string
}

/** The bot in its workspace. */
export type WorkspaceChatBot = WorkspaceChatTokens & {
  readonly source: 'workspace_chat'
  /** `<workspace>:<user>`. */
  readonly botId: string
  /** The workspace, or the organization with several. */
  readonly workspaceId: string
  readonly appId: string
}

/** The address of the bot API as an administrator typed it, and the bot's token. */
export type BotMessengerServer = { readonly apiRoot: string; readonly token: string }

/** The bot of the bot messenger. */
export type BotMessengerBot = BotMessengerServer & {
  readonly source: 'bot_messenger'
  /** Digits. */
  readonly botId: string
}

/** The bot of a chat, with what its platform needs to act as the bot. */
export type ChatBot<Source extends ChatSource = ChatSource> = Extract<
  TeamChatBot | WorkspaceChatBot | BotMessengerBot,
  { readonly source: Source }
>

/** The bot of a chat whose bot Ken runs. */
export type ServedChatBot = ChatBot
