import { ok } from '../../../model/result.ts'
import type { ChatMessage } from '../../../model/chat/chat-message.ts'
import type { TeamChatFault } from '../../../model/team-chat/team-chat-errors.ts'
import type { ChatListener } from '../../../ports/chat/chat-listener.ts'
import { tokenOf, type MemoryBot, type MemoryChat, type MemoryPost } from './memory-chat.ts'

const againAfterMs = 5

export const memoryChatListener = <Bot extends MemoryBot>(
  chat: MemoryChat<Bot>,
): ChatListener<Bot> => ({
  listen(bot, since, inbox) {
    const sinceMs =
      since?.getTime() ?? Math.max(0, ...chat.posts.map(({ postedAt }) => postedAt.getTime())) + 1
    const seen = new Set(chat.posts.filter(({ postedAt }) => postedAt.getTime() < sinceMs))
    let reported: TeamChatFault | 'alive' | null = null
    let isStopped = false
    let turn = Promise.resolve()
    let retry: ReturnType<typeof setTimeout> | undefined

    async function deliverAll(): Promise<void> {
      if (isStopped) return
      const fault = chat.isUnavailable()
        ? 'unreachable'
        : chat.accepts(tokenOf(bot))
          ? null
          : 'token_refused'
      const isNew = reported !== (fault ?? 'alive')
      reported = fault ?? 'alive'
      if (isNew) await (fault === null ? inbox.alive() : inbox.interrupted(fault))
      if (fault !== null) return
      for (const post of chat.posts.filter((known) => !seen.has(known))) {
        if (isStopped) return
        await inbox.receive(ok(messageOf(post, chat.hasThreads)))
        seen.add(post)
        await inbox.caughtUp(post.postedAt)
      }
    }
    const work = () => {
      turn = turn.then(deliverAll).catch(() => void (retry = setTimeout(work, againAfterMs)))
    }
    const unwatch = chat.watch(work)
    work()
    return {
      stop: async () => {
        isStopped = true
        clearTimeout(retry)
        unwatch()
        await turn
      },
    }
  },
})

const messageOf = (
  { id: postId, rootId, answers: _answers, ...post }: MemoryPost,
  hasThreads: boolean,
): ChatMessage => ({ ...post, postId, rootId: hasThreads ? rootId : null })
