import { memoryTeamChatThreads } from './memory-team-chat-threads.ts'
import { memoryTeamChat } from './memory-team-chat.ts'
import { teamChatThreadsContract } from './team-chat-threads.contract.ts'

teamChatThreadsContract('memory', async () => {
  const chat = memoryTeamChat()
  return {
    threads: memoryTeamChatThreads(chat),
    bot: chat.bot,
    ask: (thread) => {
      const { id, channelId, rootId, postedAt } = chat.say('a question', thread)
      return { thread: { channelId, rootId }, replyTo: { postId: id, postedAt }, isNew: false }
    },
    textsOfBot: ({ rootId }) =>
      chat.posts.filter((post) => post.rootId === rootId && post.authorId === chat.bot.botId).map(({ text }) => text),
    deleteRoot: ({ rootId }) => chat.remove(rootId),
    archive: ({ channelId }) => chat.archive(channelId),
    setAway: async (isAway) => chat.setAway(isAway),
    failAfterNextPost: chat.failAfterNextPost,
    forgetPosts: () => {},
    close: async () => {},
  }
})
