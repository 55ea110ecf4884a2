import { conversationStoreContract } from './conversation-store.contract.ts'
import { memoryWorld } from './memory-world.ts'

conversationStoreContract('memory', async () => {
  const world = await memoryWorld()
  const countConversations = async () => {
    const { accounts, conversations } = world.database.tables
    const all = [...conversations.values()]
    return { all: all.length, ofNobody: all.filter(({ userId }) => !accounts.has(userId)).length }
  }
  return { ...world, countConversations }
})
