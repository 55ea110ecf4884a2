import type { ChatThreads } from '../../../ports/chat/chat-threads.ts'
import { Unavailable } from '../../../ports/platform/unavailable.ts'
import type { MemoryChat } from './memory-chat.ts'

export const memoryChatThreads = (chat: MemoryChat): ChatThreads => ({
  async answer({ botId, token }, { thread, replyTo: { postId }, parts }) {
    if (chat.isUnavailable() || !chat.accepts(token))
      throw new Unavailable('team-chat', 'The team-chat server is unavailable.')
    const isMissing = (part: number) =>
      !chat.posts.some(({ answers }) => answers?.postId === postId && answers.part === part)
    for (const [part, text] of parts.entries()) {
      if (!chat.posts.some(({ id }) => id === thread.rootId)) return 'thread_gone'
      if (!isMissing(part)) continue
      if (chat.isArchived(thread.channelId)) return 'refused'
      chat.add({ authorId: botId, ...thread, text, answers: { postId, part } })
      if (chat.takeFailure()) throw new Unavailable('team-chat', 'The team-chat server failed.')
    }
    return 'posted'
  },

  startTyping: () => ({ stop: () => {} }),
})
