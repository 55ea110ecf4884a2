import {
  droppedPostSeconds,
  type ChatMark,
  type ChatMarkStore,
  type ChatRequests,
} from '../../../../ports/stores/chat/chat-mark-store.ts'
import { postRetentionSeconds } from '../../../../model/chat/chat-post.ts'
import { sumOfDropped } from '../../../../model/chat/chat-message.ts'
import type { MemoryTables } from '../../memory-database.ts'

const noRequests: ChatRequests = { lastAt: null, missedAt: null, limitedAt: null }
const nothing = { mark: null, dropped: {}, droppedBatch: null, requests: noRequests } as const

const later = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other > one) ? other : one

const begun = (at: Date): ChatMark => ({ startedAt: at, storedUntil: at })

export function memoryChatMarkStore({ chatDrops, chatMarks }: MemoryTables): ChatMarkStore {
  const known = (botId: string) => chatMarks.get(botId) ?? nothing
  return {
    async find(botId) {
      return known(botId).mark
    },

    async begin(botId, from) {
      const row = known(botId)
      if (row.mark === null) chatMarks.set(botId, { ...row, mark: begun(from) })
    },

    async advance(botId, until) {
      for (const [post, postedAt] of chatDrops) {
        const seconds = post.startsWith(`${botId} `) ? droppedPostSeconds : postRetentionSeconds
        if (postedAt.getTime() < until.getTime() - seconds * 1_000) chatDrops.delete(post)
      }
      const { mark, ...rest } = known(botId)
      if (mark === null) chatMarks.set(botId, { ...rest, mark: begun(until) })
      else if (mark.storedUntil < until)
        chatMarks.set(botId, { ...rest, mark: { ...mark, storedUntil: until } })
    },

    async remove(botId) {
      const row = chatMarks.get(botId)
      if (row !== undefined) chatMarks.set(botId, { ...row, mark: null, requests: noRequests })
    },

    async rememberDropped(botId, posts) {
      const fresh = posts.filter(({ postId }) => !chatDrops.has(`${botId} ${postId}`))
      for (const { postId, postedAt } of fresh) chatDrops.set(`${botId} ${postId}`, postedAt)
      return fresh.map(({ postId }) => postId)
    },

    async addDropped(botId, batchId, added) {
      const { dropped, droppedBatch, ...rest } = known(botId)
      if (droppedBatch !== batchId)
        chatMarks.set(botId, {
          ...rest,
          dropped: sumOfDropped(dropped, added),
          droppedBatch: batchId,
        })
    },

    async noteRequests(botId, { lastAt, missedAt, limitedAt }) {
      const { requests, ...rest } = known(botId)
      chatMarks.set(botId, {
        ...rest,
        requests: {
          lastAt: later(requests.lastAt, lastAt),
          missedAt: later(requests.missedAt, missedAt),
          limitedAt: later(requests.limitedAt, limitedAt),
        },
      })
    },

    findRequests: async (botId) => known(botId).requests,

    findDropped: async (botId) => known(botId).dropped,
  }
}
