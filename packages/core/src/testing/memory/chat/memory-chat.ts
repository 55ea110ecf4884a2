import type { BotIdentity } from '../../../ports/chat/chat-probe.ts'
import type { TeamChatBot } from '../../../ports/chat/chat-bot.ts'
import type { ChatThread } from '../../../ports/chat/chat-threads.ts'
import type { ChatPostId } from '../../../model/chat/chat-post.ts'
import { newChatPostId } from '../../builders/chat-posts.ts'

/** A post on the in-memory server. */
export type MemoryPost = {
  readonly id: ChatPostId
  readonly authorId: string
  readonly channelId: string
  /** Its own id if it starts a thread. */
  readonly rootId: ChatPostId
  readonly text: string
  readonly postedAt: Date
  /** The post it answers, and which part of the answer it is. */
  readonly answers: { readonly postId: ChatPostId; readonly part: number } | null
}

/**
 * A team-chat server in memory with one bot, and the failures a test can cause. The ports act on
 * it.
 */
export type MemoryChat = {
  readonly bot: TeamChatBot
  readonly identity: BotIdentity
  /** The token of a person. */
  readonly personToken: string
  readonly posts: readonly MemoryPost[]
  /**
   * Posts a message of a person to the bot: into the given thread, or a new one in a new channel.
   */
  readonly say: (text: string, thread?: ChatThread) => MemoryPost
  readonly add: (draft: Omit<MemoryPost, 'id' | 'postedAt'>) => MemoryPost
  readonly remove: (postId: ChatPostId) => void
  readonly archive: (channelId: string) => void
  readonly isArchived: (channelId: string) => boolean
  readonly setUnavailable: (isUnavailable: boolean) => void
  readonly isUnavailable: () => boolean
  readonly setRevoked: (isRevoked: boolean) => void
  /** Whether the token is the bot's and valid. */
  readonly accepts: (token: string) => boolean
  /** Makes the server store the next post and then report a failure. */
  readonly failAfterNextPost: () => void
  /** Whether to fail now; true once. */
  readonly takeFailure: () => boolean
  /** Calls `watcher` after every change, until the returned function is called. */
  readonly watch: (watcher: () => void) => () => void
}

export function memoryChat(now: () => Date): MemoryChat {
  const identity: BotIdentity = { id: newChatPostId(), handle: 'ken' }
  const bot: TeamChatBot = {
    source: 'teamchat',
    baseUrl: 'https://chat.example.com',
    token: newChatPostId(),
    botId: identity.id,
  }
  const watchers = new Set<() => void>()
  const archived = new Set<string>()
  const posts: MemoryPost[] = []
  let [isUnavailable, isRevoked, fails] = [false, false, false]
  const noteChange = () => watchers.forEach((watcher) => watcher())
  const keep = (post: MemoryPost) => {
    posts.push(post)
    noteChange()
    return post
  }
  return {
    bot,
    identity,
    personToken: newChatPostId(),
    posts,
    say: (text, thread) => {
      const id = newChatPostId()
      const { channelId = newChatPostId(), rootId = id } = thread ?? {}
      const authorId =
        posts.find((post) => post.channelId === channelId)?.authorId ?? newChatPostId()
      return keep({ id, authorId, channelId, rootId, text, postedAt: now(), answers: null })
    },
    add: (draft) => keep({ ...draft, id: newChatPostId(), postedAt: now() }),
    remove: (postId) =>
      void posts.splice(
        posts.findIndex(({ id }) => id === postId),
        1,
      ),
    archive: (channelId) => void archived.add(channelId),
    isArchived: (channelId) => archived.has(channelId),
    setUnavailable: (away) => {
      isUnavailable = away
      noteChange()
    },
    isUnavailable: () => isUnavailable,
    setRevoked: (revoked) => {
      isRevoked = revoked
      noteChange()
    },
    accepts: (token) => token === bot.token && !isRevoked,
    failAfterNextPost: () => void (fails = true),
    takeFailure: () => {
      const failed = fails
      fails = false
      return failed
    },
    watch: (watcher) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  }
}
