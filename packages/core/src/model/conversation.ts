import type { AccountId } from './accounts/account.ts'
import type { IdentitySource } from './identities/identity.ts'
import type { DocumentId } from './knowledge/document.ts'

/** Identifies a conversation in a chat: its thread. */
export type ConversationKey = {
  readonly source: IdentitySource
  readonly channelId: string
  readonly rootId: string
}

/** A message in a conversation, from the person or to them. */
export type Message = {
  readonly role: 'person' | 'assistant'
  readonly text: string
  /** Every document that the message may reveal; empty for a person's message. */
  readonly basedOn: readonly DocumentId[]
}

/** How many earlier messages are read again. How many the model gets depends on its size. */
export const earlierMessagesMax = 20

/** Text in a form that every store can hold. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\u0000', '')

/** Where a person talks to Ken itself, rather than in a chat. */
export const ownSource = 'api' as IdentitySource

/** A conversation of a person with Ken itself, by its id. */
export const ownConversationKey = (userId: AccountId, id: string): ConversationKey => ({
  source: ownSource,
  channelId: userId,
  rootId: id.toLowerCase(),
})
