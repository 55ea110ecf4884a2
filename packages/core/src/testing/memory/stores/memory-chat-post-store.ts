import type { ChatPostStore } from '../../../ports/stores/chat-post-store.ts'
import { postRetentionSeconds } from '../../../model/chat/chat-post.ts'
import type { MemoryTables } from '../memory-database.ts'

export const memoryChatPostStore = ({ chatPosts }: MemoryTables, now: Date): ChatPostStore => ({
  lockChannel: async () => {},

  listAround: async (channelId, moment, seconds) =>
    [...chatPosts.values()]
      .filter((post) => post.channelId === channelId)
      .filter(({ postedAt }) => Math.abs(postedAt.getTime() - moment.getTime()) < seconds * 1_000)
      .map(({ postId, postedAt, isAdmitted }) => ({ postId, postedAt, isAdmitted })),

  async insert(post) {
    if (chatPosts.has(post.postId)) return false
    chatPosts.set(post.postId, {
      ...post,
      receivedAt: now,
      answer: null,
      basedOn: [],
      closed: null,
    })
    return true
  },

  find: async (postId) => chatPosts.get(postId) ?? null,

  async storeAnswer(postId, parts, basedOn) {
    const post = chatPosts.get(postId)
    if (post === undefined || post.closed !== null) return null
    const kept = { parts: post.answer ?? parts, isNew: post.answer === null }
    chatPosts.set(postId, {
      ...post,
      answer: kept.parts,
      basedOn: kept.isNew ? basedOn : post.basedOn,
    })
    return kept
  },

  async close(postId, outcome) {
    const post = chatPosts.get(postId)
    if (post === undefined || post.closed !== null) return false
    chatPosts.set(postId, { ...post, answer: null, basedOn: [], closed: { outcome, at: now } })
    return true
  },

  async prune(countMax) {
    const known = now.getTime() - postRetentionSeconds * 1_000
    const isOver = (at: Date) => at.getTime() < known
    const over = [...chatPosts.values()].filter(
      ({ postedAt, receivedAt }) => isOver(postedAt) && isOver(receivedAt),
    )
    for (const { postId } of over.slice(0, countMax)) chatPosts.delete(postId)
    return Math.min(over.length, countMax)
  },
})
