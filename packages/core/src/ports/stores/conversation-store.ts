import type { AccountId } from '../../model/accounts/account.ts'
import type { ConversationKey, Message } from '../../model/conversation.ts'

/** What was said in chats, inside a transaction. It outlives the account of whoever said it, without naming them. */
export interface ConversationStore {
  /**
   * The last messages of a conversation that the person wrote or was answered, oldest first, at most so many. Nothing of
   * anybody else who wrote in the same thread, such as who had the chat account before.
   */
  listMessages(key: ConversationKey, userId: AccountId, limit: number): Promise<readonly Message[]>

  /**
   * Adds messages in their order; the first ones of a key begin its conversation, of any number at once only one. Throws
   * when the account is gone by then.
   */
  append(key: ConversationKey, userId: AccountId, messages: readonly Message[], newId: () => string): Promise<void>
}
