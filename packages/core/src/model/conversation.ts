import type { IdentitySource } from './identities/identity.ts'
import type { DocumentId } from './knowledge/document.ts'

/** What tells conversations of chats apart: the thread they are in. */
export type ConversationKey = { readonly source: IdentitySource; readonly channelId: string; readonly rootId: string }

/** Something that was said in a conversation, by a person or to them. */
export type Message = {
  readonly role: 'person' | 'assistant'
  readonly text: string
  /** Every document that it may tell something of; none for what a person said. */
  readonly restsOn: readonly DocumentId[]
}

/** So many messages of a conversation are read again; how many of them a model gets depends on its size. */
export const earlierMessagesMax = 20

/** Text as a conversation keeps it: every store can carry it. */
export const keptText = (text: string): string => text.toWellFormed().replaceAll('\u0000', '')
