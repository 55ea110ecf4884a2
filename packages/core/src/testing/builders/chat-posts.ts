import type { ChatPost, ChatPostId } from '../../model/chat/chat-post.ts'
import type { ChatMessage } from '../../model/chat/chat-message.ts'
import type { JobOf } from '../../ports/stores/platform/job-store.ts'
import { aDate } from './builders.ts'

const alphabet = 'ybndrfg8ejkmcpqxot1uwisza345h769'

/** A new id, in the form that team-chat servers use. */
export const newChatPostId = (): ChatPostId =>
  // The last character carries three bits, so only every fourth character is valid there.
  Array.from({ length: 26 }, (_, place) =>
    alphabet.charAt(
      place === 25 ? 4 * Math.floor(Math.random() * 8) : Math.floor(Math.random() * 32),
    ),
  ).join('') as ChatPostId

/** An admitted post that starts a thread of a new channel. */
export const aChatPost = ({
  postId = newChatPostId(),
  ...overrides
}: Partial<ChatPost> = {}): ChatPost => ({
  source: 'teamchat',
  postId,
  channelId: newChatPostId(),
  rootId: postId,
  authorId: newChatPostId(),
  postedAt: aDate,
  isAdmitted: true,
  ...overrides,
})

/** A direct message that starts a thread of a new channel. */
export const aChatMessage = ({
  postId = newChatPostId(),
  ...overrides
}: Partial<ChatMessage> = {}): ChatMessage => ({
  postId,
  channelId: newChatPostId(),
  rootId: postId,
  repliesTo: null,
  authorId: newChatPostId(),
  text: 'Where is the printer?',
  postedAt: aDate,
  ...overrides,
})

/** The job to answer a new post. */
export function anAnswerJob(
  overrides: Partial<JobOf<'answer_chat_post'>> = {},
): JobOf<'answer_chat_post'> {
  const { postedAt, ...post } = aChatPost()
  const others = {
    botId: newChatPostId(),
    sealedText: 'a sealed text',
    arrivedAt: aDate.toISOString(),
  }
  return {
    kind: 'answer_chat_post',
    ...post,
    source: 'teamchat',
    ...others,
    postedAt: postedAt.toISOString(),
    ...overrides,
  }
}
