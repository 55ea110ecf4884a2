import type { ChatThreads } from '../../../ports/chat/chat-threads.ts'
import { Unavailable } from '../../../ports/platform/unavailable.ts'
import { tokenOf, type MemoryBot, type MemoryChat } from './memory-chat.ts'

const dependencies = {
  teamchat: 'team-chat',
  workspace_chat: 'workspace-chat',
  bot_messenger: 'bot-messenger',
} as const

/** Finds its posts by their marks if the platform has threads, else by the ledger. */
export const memoryChatThreads = <Bot extends MemoryBot>(
  chat: MemoryChat<Bot>,
): ChatThreads<Bot> => ({
  async answer(bot, { thread, replyTo: { postId }, parts, replaces }, ledger) {
    const dependency = dependencies[bot.source]
    if (chat.isUnavailable() || !chat.accepts(tokenOf(bot)))
      throw new Unavailable(dependency, 'The platform is unavailable.')
    const isMarked = (part: number) =>
      chat.posts.some(({ answers }) => answers?.postId === postId && answers.part === part)
    const placedAt = (part: number) => (chat.hasThreads ? null : (ledger.placed[part] ?? null))
    const isPosted = (part: number) => (chat.hasThreads ? isMarked(part) : placedAt(part) !== null)
    const earlier = Array.from({ length: replaces?.partsCount ?? 0 }, (_, part) => isPosted(part))
    if (replaces?.onlyIfBegun === true && !earlier.includes(true)) return 'not_begun'
    const isOver =
      replaces === undefined
        ? chat.posts.some(
            ({ answers }) => answers?.postId === postId && answers.part >= parts.length,
          )
        : !earlier.includes(false)
    if (chat.hasThreads && isOver) return 'posted'
    const first = chat.hasThreads ? earlier.length : 0
    for (const [place, text] of parts.entries()) {
      const part = first + place
      if (chat.hasThreads && !chat.posts.some(({ id }) => id === thread.rootId))
        return 'thread_gone'
      const placed = placedAt(part)
      if (placed !== null) chat.edit(placed, text)
      if (placed !== null || isMarked(part)) continue
      if (chat.isArchived(thread.channelId)) return 'refused'
      const { id } = chat.add({ authorId: bot.botId, ...thread, text, answers: { postId, part } })
      if (!chat.hasThreads) await ledger.note(part, id)
      if (chat.takeFailure()) throw new Unavailable(dependency, 'The platform failed.')
    }
    for (const part of ledger.placed.keys()) {
      const surplus = part < parts.length ? null : placedAt(part)
      if (surplus !== null) chat.remove(surplus)
    }
    return 'posted'
  },

  startTyping: () => ({ stop: () => {}, write: null }),
})
