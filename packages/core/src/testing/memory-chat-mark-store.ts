import type { ChatMarkStore } from '../ports/chat-mark-store.ts'
import { sumOfDropped } from '../team-chat/direct-message.ts'
import type { MemoryTables } from './memory-database.ts'

const noMark = { settledAt: null, dropped: {} } as const

export function memoryChatMarkStore({ chatMarks }: MemoryTables): ChatMarkStore {
  const markOf = (botId: string) => chatMarks.get(botId) ?? noMark
  return {
    async begin(botId, from) {
      const mark = markOf(botId)
      const settledAt = mark.settledAt ?? from
      chatMarks.set(botId, { ...mark, settledAt })
      return settledAt
    },

    async settle(botId, until) {
      const mark = markOf(botId)
      if (mark.settledAt === null || mark.settledAt < until) chatMarks.set(botId, { ...mark, settledAt: until })
    },

    async forget() {
      for (const [botId, mark] of chatMarks) chatMarks.set(botId, { ...mark, settledAt: null })
    },

    async addDropped(botId, dropped) {
      const mark = markOf(botId)
      chatMarks.set(botId, { ...mark, dropped: sumOfDropped(mark.dropped, dropped) })
    },

    findDropped: async (botId) => markOf(botId).dropped,
  }
}
