import type { BotIdentity } from '../../../ports/chat/chat-probe.ts'
import type {
  BotMessengerBot,
  TeamChatBot,
  WorkspaceChatBot,
} from '../../../ports/chat/chat-bot.ts'
import type { ChatThread } from '../../../ports/chat/chat-threads.ts'
import type { ChatPostId } from '../../../model/chat/chat-post.ts'
import {
  botMessengerChannelId,
  botMessengerPostId,
} from '../../../model/bot-messenger/bot-messenger-ids.ts'
import {
  inWorkspace,
  workspaceChatPostId,
} from '../../../model/workspace-chat/workspace-chat-ids.ts'
import { newChatPostId } from '../../builders/chat-posts.ts'

/** A post on the in-memory server. */
export type MemoryPost = {
  readonly id: ChatPostId
  readonly authorId: string
  readonly channelId: string
  /** Its own id if it starts a thread. */
  readonly rootId: ChatPostId
  /** The message it replies to, on a platform without threads. */
  readonly repliesTo: ChatPostId | null
  readonly text: string
  readonly postedAt: Date
  /** The post it answers, and which part of the answer it is. */
  readonly answers: { readonly postId: ChatPostId; readonly part: number } | null
}

/** The bots of the platforms in memory. */
export type MemoryBot = TeamChatBot | WorkspaceChatBot | BotMessengerBot

/** The token that the bot acts with. */
export const tokenOf = (bot: MemoryBot): string => ('botToken' in bot ? bot.botToken : bot.token)

/**
 * A platform in memory with one bot, and the failures a test can cause. The ports act on it.
 */
export type MemoryChat<Bot extends MemoryBot = TeamChatBot> = {
  readonly bot: Bot
  /** False if a message only replies to another. */
  readonly hasThreads: boolean
  readonly identity: BotIdentity
  /** The token of a person. */
  readonly personToken: string
  readonly posts: readonly MemoryPost[]
  /**
   * Posts a message of a person to the bot: into the given thread, or a new one in a new channel.
   */
  readonly say: (text: string, thread?: ChatThread, repliesTo?: ChatPostId | null) => MemoryPost
  readonly add: (draft: Omit<MemoryPost, 'id' | 'postedAt' | 'repliesTo'>) => MemoryPost
  readonly edit: (postId: ChatPostId, text: string) => void
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

/** A team-chat server. */
export const memoryChat = (now: () => Date): MemoryChat =>
  memoryPlatform(
    now,
    {
      source: 'teamchat',
      baseUrl: 'https://chat.example.com',
      token: newChatPostId(),
      botId: newChatPostId(),
    },
    { newChannel: newChatPostId, newPost: newChatPostId, authorOf: newChatPostId },
  )

let messengersMade = 100

const chatIdOf = (channelId: string): number => Number(channelId.split(':')[1])

/** A bot messenger: its messages have numbers, and there are no threads. */
export function memoryMessenger(now: () => Date): MemoryChat<BotMessengerBot> {
  const botId = String((messengersMade += 1))
  let count = 0
  return memoryPlatform(
    now,
    {
      source: 'bot_messenger',
      apiRoot: 'https://api.telegram.org',
      token: `${botId}:${'secret'.repeat(6)}`,
      botId,
      webhookSecret: null,
      webhookAddresses: [],
    },
    {
      newChannel: () => botMessengerChannelId({ botId, chatId: 5_000 + (count += 1) }),
      newPost: (channelId) =>
        botMessengerPostId({ botId, chatId: chatIdOf(channelId), messageId: (count += 1) }),
      authorOf: (channelId) => String(chatIdOf(channelId)),
    },
  )
}

let workspacesMade = 100

/** A workspace with one app: its ids hold the workspace. */
export function memoryWorkspace(now: () => Date): MemoryChat<WorkspaceChatBot> {
  const number = (workspacesMade += 1)
  const [workspaceId, appId] = [`T0${number}`, `A0${number}`]
  let count = 0
  const newId = (kind: string) => inWorkspace(workspaceId, `${kind}${(count += 1)}`)
  return memoryPlatform(
    now,
    {
      source: 'workspace_chat',
      botToken: `xoxb-${number}-${'secret'.repeat(4)}`,
      appToken: `xapp-1-${appId}-${number}-${'secret'.repeat(4)}`,
      signingSecret: null,
      hasAiFeatures: false,
      botId: inWorkspace(workspaceId, 'U0KEN'),
      workspaceId,
      appId,
    },
    {
      newChannel: () => newId('D'),
      newPost: (channel) =>
        workspaceChatPostId({
          workspaceId,
          channelId: channel.split(':')[1] ?? '',
          ts: `1700000000.${(count += 1)}`,
        }),
      authorOf: () => newId('U'),
    },
  )
}

/** How a platform names things. */
type Naming = {
  readonly newChannel: () => string
  readonly newPost: (channelId: string) => ChatPostId
  readonly authorOf: (channelId: string) => string
}

function memoryPlatform<Bot extends MemoryBot>(
  now: () => Date,
  bot: Bot,
  { newChannel, newPost, authorOf }: Naming,
): MemoryChat<Bot> {
  const identity: BotIdentity = { id: bot.botId, handle: 'ken' }
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
    hasThreads: bot.source !== 'bot_messenger',
    identity,
    personToken: newChatPostId(),
    posts,
    say: (text, thread, repliesTo = null) => {
      const channelId = thread?.channelId ?? newChannel()
      const id = newPost(channelId)
      const rootId = thread?.rootId ?? id
      const authorId =
        posts.find((post) => post.channelId === channelId)?.authorId ?? authorOf(channelId)
      const message = { id, authorId, channelId, rootId, repliesTo, text }
      return keep({ ...message, postedAt: now(), answers: null })
    },
    add: (draft) =>
      keep({ ...draft, id: newPost(draft.channelId), repliesTo: null, postedAt: now() }),
    edit: (postId, text) => {
      const at = posts.findIndex(({ id }) => id === postId)
      const post = posts[at]
      if (post !== undefined) posts[at] = { ...post, text }
    },
    remove: (postId) => {
      const at = posts.findIndex(({ id }) => id === postId)
      if (at !== -1) posts.splice(at, 1)
    },
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
    accepts: (token) => token === tokenOf(bot) && !isRevoked,
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
