import type { AccountId } from '../../../../model/accounts/account.ts'
import { ownSource, type ConversationKey } from '../../../../model/conversation.ts'
import type { ConversationStore } from '../../../../ports/stores/chat/conversation-store.ts'
import type { MemoryTables } from '../../memory-database.ts'

const keyOf = ({ source, channelId, rootId }: ConversationKey): string =>
  JSON.stringify([source, channelId, rootId])

export const memoryConversationStore = ({
  accounts,
  conversations,
}: MemoryTables): ConversationStore => {
  const isOf = (key: ConversationKey, userId: AccountId): boolean =>
    accounts.has(userId) &&
    (conversations.get(keyOf(key))?.messages ?? []).some((message) => message.userId === userId)
  return {
    async listMessages(key, userId, limit) {
      const messages = conversations.get(keyOf(key))?.messages ?? []
      const own = messages.filter((message) => message.userId === userId && accounts.has(userId))
      return own.slice(-limit).map(({ role, text, basedOn }) => ({ role, text, basedOn }))
    },

    async append(key, userId, messages) {
      if (!accounts.has(userId)) return false
      const { messages: before, userId: begunBy } = conversations.get(keyOf(key)) ?? {
        messages: [],
        userId,
      }
      const added = messages.map((message) => ({ ...message, userId }))
      conversations.set(keyOf(key), { userId: begunBy, messages: [...before, ...added] })
      return true
    },

    async removeOwn(userId) {
      const begun = JSON.stringify([ownSource, userId]).slice(0, -1)
      for (const key of [...conversations.keys()].filter((each) => each.startsWith(begun)))
        conversations.delete(key)
    },

    lock: async (key, userId) => isOf(key, userId),

    remove: async (key, userId) => isOf(key, userId) && conversations.delete(keyOf(key)),
  }
}
