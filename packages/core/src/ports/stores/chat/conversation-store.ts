import type { AccountId } from '../../../model/accounts/account.ts'
import type { ConversationKey, Message } from '../../../model/conversation.ts'

/**
 * Stores the messages of conversations, inside a transaction. Those in chats outlive the account, without naming it.
 */
export interface ConversationStore {
  /**
   * The last messages of a conversation from and to this person, oldest first, at most `limit`.
   * Contains no messages of others in the same thread, such as an earlier owner of the chat
   * account.
   */
  listMessages(key: ConversationKey, userId: AccountId, limit: number): Promise<readonly Message[]>

  /**
   * Whether the conversation has messages from this person. If so, neither it nor the account is
   * removed before this transaction ends.
   */
  lock(key: ConversationKey, userId: AccountId): Promise<boolean>

  /**
   * Deletes the conversation with all messages, if it has messages from this person; false if not.
   */
  remove(key: ConversationKey, userId: AccountId): Promise<boolean>

  /** Deletes all conversations of this person with Ken itself, also after their account; those in chats stay. */
  removeOwn(userId: AccountId): Promise<void>

  /**
   * Adds messages in order. The first ones of a key start its conversation; exactly one of any
   * concurrent calls does. Returns false, and adds nothing, if the account was deleted.
   */
  append(
    key: ConversationKey,
    userId: AccountId,
    messages: readonly Message[],
    newId: () => string,
  ): Promise<boolean>
}
