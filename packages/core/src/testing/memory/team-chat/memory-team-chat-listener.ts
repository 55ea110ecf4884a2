import type { TeamChatFault } from '../../../model/team-chat/team-chat-errors.ts'
import type { TeamChatListener } from '../../../ports/team-chat/team-chat-listener.ts'
import type { MemoryPost, MemoryTeamChat } from './memory-team-chat.ts'
import { aPostedEvent } from '../../builders/posted-events.ts'

const againAfterMs = 5

export const memoryTeamChatListener = (chat: MemoryTeamChat): TeamChatListener => ({
  listen(bot, since, inbox) {
    const sinceMs = since?.getTime() ?? Math.max(0, ...chat.posts.map(({ postedAt }) => postedAt.getTime())) + 1
    const taken = new Set(chat.posts.filter(({ postedAt }) => postedAt.getTime() < sinceMs))
    let told: TeamChatFault | 'alive' | null = null
    let isStopped = false
    let turn = Promise.resolve()
    let retry: ReturnType<typeof setTimeout> | undefined

    async function hearAll(): Promise<void> {
      if (isStopped) return
      const fault = chat.isAway() ? 'unreachable' : chat.accepts(bot.token) ? null : 'token_refused'
      const isNews = told !== (fault ?? 'alive')
      told = fault ?? 'alive'
      if (isNews) await (fault === null ? inbox.alive() : inbox.interrupted(fault))
      if (fault !== null) return
      for (const post of chat.posts.filter((known) => !taken.has(known))) {
        if (isStopped) return
        await inbox.arrived(eventOf(post, bot.botId))
        taken.add(post)
        await inbox.settled(post.postedAt)
      }
    }
    const work = () => {
      turn = turn.then(hearAll).catch(() => void (retry = setTimeout(work, againAfterMs)))
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

function eventOf({ id, authorId, channelId, rootId, text, postedAt }: MemoryPost, botId: string) {
  const post = { id, message: text, root_id: rootId === id ? '' : rootId, create_at: postedAt.getTime() }
  return aPostedEvent({ botId, authorId, channelId, post })
}
