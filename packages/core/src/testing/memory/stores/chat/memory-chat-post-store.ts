import type {
  ChatPostNotes,
  ChatPostStore,
  ReceivingBot,
} from '../../../../ports/stores/chat/chat-post-store.ts'
import { isMessengerAvailable } from '../../../../model/bot-messenger/bot-messenger-settings.ts'
import { isAvailable as isTeamChatAvailable } from '../../../../model/team-chat/team-chat-settings.ts'
import { isWorkspaceAvailable } from '../../../../model/workspace-chat/workspace-chat-settings.ts'
import {
  postRetentionSeconds,
  type ChatPostOutcome,
  type ChatPostProgress,
} from '../../../../model/chat/chat-post.ts'
import { ok } from '../../../../model/result.ts'
import type { MemoryDatabase, MemoryTables } from '../../memory-database.ts'
import { memoryConversationStore } from './memory-conversation-store.ts'

const closed = (post: ChatPostProgress, outcome: ChatPostOutcome, at: Date): ChatPostProgress => ({
  ...post,
  answer: null,
  basedOn: [],
  answerFor: null,
  closed: { outcome, at },
})

export const memoryChatPostStore = ({ chatPosts }: MemoryTables, now: Date): ChatPostStore => ({
  lockChannels: async () => {},

  listAround: async (around, seconds) =>
    around.flatMap(({ channelId, moment }) =>
      [...chatPosts.values()]
        .filter((post) => post.channelId === channelId)
        .filter(({ postedAt }) => Math.abs(postedAt.getTime() - moment.getTime()) < seconds * 1_000)
        .map(({ postId, postedAt, isAdmitted }) => ({ postId, channelId, postedAt, isAdmitted })),
    ),

  async insert(posts) {
    const added = posts.filter(({ postId }) => !chatPosts.has(postId))
    for (const post of added)
      chatPosts.set(post.postId, {
        ...post,
        receivedAt: now,
        answer: null,
        basedOn: [],
        answerFor: null,
        placed: [],
        closed: null,
      })
    return new Set(added.map(({ postId }) => postId))
  },

  findRoot: async (channelId, messageId) =>
    [...chatPosts.values()].find(
      (post) =>
        post.channelId === channelId &&
        (post.postId === messageId || post.placed.includes(messageId)),
    )?.rootId ?? null,

  findLatest: async (channelId, until) => {
    const last = [...chatPosts.values()]
      .filter((post) => post.channelId === channelId && post.postedAt <= until)
      .toSorted((one, other) => one.postedAt.getTime() - other.postedAt.getTime())
      .at(-1)
    return last === undefined ? null : { rootId: last.rootId, postedAt: last.postedAt }
  },

  async closeChannel(channelId, until, outcome) {
    const open = [...chatPosts.values()].filter(
      (post) => post.channelId === channelId && post.postedAt <= until && post.closed === null,
    )
    for (const post of open) chatPosts.set(post.postId, closed(post, outcome, now))
    return open.length
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

function isOn(
  { teamChat, workspaceChat, botMessenger }: MemoryTables,
  { source, botId }: ReceivingBot,
): boolean {
  const settings = {
    teamchat: teamChat,
    workspace_chat: workspaceChat,
    bot_messenger: botMessenger,
  }
  const isAvailable = {
    teamchat: isTeamChatAvailable(teamChat.get('bot')!),
    workspace_chat: isWorkspaceAvailable(workspaceChat.get('bot')!),
    bot_messenger: isMessengerAvailable(botMessenger.get('bot')!),
  }
  return isAvailable[source] && settings[source].get('bot')?.botUserId === botId
}

export function memoryChatPostNotes(database: MemoryDatabase): ChatPostNotes {
  const change = async <Value>(work: (tables: MemoryTables) => Promise<Value>): Promise<Value> =>
    (await database.change(async (draft) => ok(await work(draft)))).value
  return {
    find: async (postId) => database.tables.chatPosts.get(postId) ?? null,

    storeAnswer: (postId, answer, exchange, bot) =>
      change(async (draft) => {
        if (bot !== null && !isOn(draft, bot)) return 'bot_off'
        const post = draft.chatPosts.get(postId)
        if (post === undefined || post.closed !== null) return null
        const { placed } = post
        if (post.answer !== null)
          return { parts: post.answer, answerFor: post.answerFor, isNew: false, placed }
        const { parts, basedOn, answerFor } = answer
        draft.chatPosts.set(postId, { ...post, answer: parts, basedOn, answerFor })
        if (exchange !== null) {
          const { key, userId, messages, newId } = exchange
          if (!(await memoryConversationStore(draft).append(key, userId, messages, newId)))
            throw new Error('The account does not exist.')
        }
        return { parts, answerFor, isNew: true, placed }
      }),

    notePlaced: (postId, part, messageId) =>
      change(async ({ chatPosts }) => {
        const post = chatPosts.get(postId)
        const noted = post?.placed[part] ?? messageId
        if (post === undefined) return noted
        const count = Math.max(post.placed.length, part + 1)
        const placed = Array.from({ length: count }, (_, at) =>
          at === part ? noted : (post.placed[at] ?? null),
        )
        chatPosts.set(postId, { ...post, placed })
        return noted
      }),

    close: (postId, outcome) =>
      change(async ({ chatPosts }) => {
        const post = chatPosts.get(postId)
        if (post !== undefined && post.closed === null)
          chatPosts.set(postId, closed(post, outcome, database.now()))
      }),
  }
}
