import type { IdentitySource } from '../identities/identity.ts'

/** The kinds of chat that a bot of Ken can be in. Each is the source of its people's identities. */
export const chatSources = ['teamchat', 'workspace_chat', 'bot_messenger'] as const
export type ChatSource = (typeof chatSources)[number]

/** The chats whose bots Ken runs itself. */
export const servedChatSources = [
  'teamchat',
  'workspace_chat',
  'bot_messenger',
] as const satisfies readonly ChatSource[]
export type ServedChatSource = (typeof servedChatSources)[number]

/** The source of the identities of a chat. */
export const identitySourceOf = (source: ChatSource): IdentitySource =>
  source as string as IdentitySource // Valid names for `parseIdentitySource`, which a test proves.
