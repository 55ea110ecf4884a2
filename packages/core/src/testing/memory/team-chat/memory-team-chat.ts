import type { BotIdentity } from '../../../ports/team-chat/team-chat-probe.ts'
import type { TeamChatBot, TeamChatThread } from '../../../ports/team-chat/team-chat-threads.ts'
import type { PostId } from '../../../model/team-chat/post-id.ts'
import { newPostId } from '../../builders/posted-events.ts'

/** A post in the memory of a server. */
export type MemoryPost = {
  readonly id: PostId
  readonly authorId: string
  readonly channelId: string
  /** Its own id when it starts a thread. */
  readonly rootId: PostId
  readonly text: string
  readonly postedAt: Date
  /** Which part of the answer to which post it is. */
  readonly answers: { readonly postId: PostId; readonly part: number } | null
}

/** A team-chat server in memory, with one bot, and what befalls it. Its ports act on it. */
export type MemoryTeamChat = {
  readonly bot: TeamChatBot
  readonly identity: BotIdentity
  /** The token of somebody who is no bot. */
  readonly personToken: string
  readonly posts: readonly MemoryPost[]
  /** Lets a person write to the bot: into their thread, or into a new one of a new channel. */
  readonly say: (text: string, thread?: TeamChatThread) => MemoryPost
  readonly add: (draft: Omit<MemoryPost, 'id' | 'postedAt'>) => MemoryPost
  readonly remove: (postId: PostId) => void
  readonly archive: (channelId: string) => void
  readonly isArchived: (channelId: string) => boolean
  readonly setAway: (isAway: boolean) => void
  readonly isAway: () => boolean
  readonly setRevoked: (isRevoked: boolean) => void
  /** Whether the token is the bot's, and good. */
  readonly accepts: (token: string) => boolean
  /** The next post is kept, and its author is told of a failure. */
  readonly failAfterNextPost: () => void
  /** Whether to fail now, once. */
  readonly takeFailure: () => boolean
  /** Called after every change; the returned function ends that. */
  readonly watch: (watcher: () => void) => () => void
}

export function memoryTeamChat(now: () => Date = () => new Date()): MemoryTeamChat {
  const identity: BotIdentity = { id: newPostId(), handle: 'ken' }
  const bot: TeamChatBot = { baseUrl: 'https://chat.example.com', token: newPostId(), botId: identity.id }
  const watchers = new Set<() => void>()
  const archived = new Set<string>()
  const posts: MemoryPost[] = []
  let [isAway, isRevoked, fails] = [false, false, false]
  const noteChange = () => watchers.forEach((watcher) => watcher())
  const keep = (post: MemoryPost) => {
    posts.push(post)
    noteChange()
    return post
  }
  return {
    bot,
    identity,
    personToken: newPostId(),
    posts,
    say: (text, thread) => {
      const id = newPostId()
      const { channelId = newPostId(), rootId = id } = thread ?? {}
      const authorId = posts.find((post) => post.channelId === channelId)?.authorId ?? newPostId()
      return keep({ id, authorId, channelId, rootId, text, postedAt: now(), answers: null })
    },
    add: (draft) => keep({ ...draft, id: newPostId(), postedAt: now() }),
    remove: (postId) =>
      void posts.splice(
        posts.findIndex(({ id }) => id === postId),
        1,
      ),
    archive: (channelId) => void archived.add(channelId),
    isArchived: (channelId) => archived.has(channelId),
    setAway: (away) => {
      isAway = away
      noteChange()
    },
    isAway: () => isAway,
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
