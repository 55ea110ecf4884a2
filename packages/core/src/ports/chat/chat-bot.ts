import type { ChatSource } from '../../model/chat/chat-source.ts'
import type { TeamChatServer } from './chat-probe.ts'

/** The bot on its team-chat server. */
export type TeamChatBot = TeamChatServer & {
  readonly source: 'teamchat'
  readonly botId: string
}

/** The bot of a chat, with what its platform needs to act as the bot. */
export type ChatBot<Source extends ChatSource = ChatSource> = Extract<
  TeamChatBot,
  { readonly source: Source }
>
