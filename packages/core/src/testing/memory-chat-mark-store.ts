import type { ChatMark, ChatMarkStore } from '../ports/chat-mark-store.ts'
import { sumOfDropped } from '../team-chat/direct-message.ts'
import type { MemoryTables } from './memory-database.ts'

const nothing = { mark: null, dropped: {} } as const

const begun = (at: Date | null): ChatMark | null => (at === null ? null : { begunAt: at, settledAt: at })

export function memoryChatMarkStore({ chatMarks }: MemoryTables): ChatMarkStore {
  const known = (botId: string) => chatMarks.get(botId) ?? nothing
  return {
    async begin(botId, from) {
      const { mark, dropped } = known(botId)
      const kept = mark ?? begun(from)
      chatMarks.set(botId, { mark: kept, dropped })
      return kept
    },

    async settle(botId, until) {
      const { mark, dropped } = known(botId)
      if (mark === null) chatMarks.set(botId, { mark: begun(until), dropped })
      else if (mark.settledAt < until) chatMarks.set(botId, { mark: { ...mark, settledAt: until }, dropped })
    },

    async forget() {
      for (const [botId, { dropped }] of chatMarks) chatMarks.set(botId, { mark: null, dropped })
    },

    async addDropped(botId, added) {
      const { mark, dropped } = known(botId)
      chatMarks.set(botId, { mark, dropped: sumOfDropped(dropped, added) })
    },

    findDropped: async (botId) => known(botId).dropped,
  }
}
