import type { IdentitySource } from '../identities/identity.ts'

/** The kinds of chat whose bots Ken runs. Each is the source of its people's identities. */
export const chatSources = ['teamchat', 'workspace_chat', 'bot_messenger'] as const
export type ChatSource = (typeof chatSources)[number]

/** The source of the identities of a chat. */
export const identitySourceOf = (source: ChatSource): IdentitySource =>
  source as string as IdentitySource // Valid names for `parseIdentitySource`, which a test proves.
