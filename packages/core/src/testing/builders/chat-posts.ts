import type { ChatPost } from '../../model/team-chat/chat-post.ts'
import type { DirectMessage } from '../../model/team-chat/direct-message.ts'
import type { PostId } from '../../model/team-chat/post-id.ts'
import type { JobOf } from '../../ports/stores/job-store.ts'
import { aDate } from './builders.ts'

const alphabet = 'ybndrfg8ejkmcpqxot1uwisza345h769'

/** A new id, in the form that team-chat servers use. */
export const newPostId = (): PostId =>
  // The last character carries three bits, so only every fourth character is valid there.
  Array.from({ length: 26 }, (_, place) =>
    alphabet.charAt(
      place === 25 ? 4 * Math.floor(Math.random() * 8) : Math.floor(Math.random() * 32),
    ),
  ).join('') as PostId

/** An admitted post that starts a thread of a new channel. */
export const aChatPost = ({
  postId = newPostId(),
  ...overrides
}: Partial<ChatPost> = {}): ChatPost => ({
  postId,
  channelId: newPostId(),
  rootId: postId,
  postedAt: aDate,
  isAdmitted: true,
  ...overrides,
})

/** A direct message that starts a thread of a new channel. */
export const aDirectMessage = ({
  postId = newPostId(),
  ...overrides
}: Partial<DirectMessage> = {}): DirectMessage => ({
  postId,
  channelId: newPostId(),
  rootId: postId,
  authorId: newPostId(),
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
    authorId: newPostId(),
    botId: newPostId(),
    sealedText: 'a sealed text',
    arrivedAt: aDate.toISOString(),
  }
  return {
    kind: 'answer_chat_post',
    ...post,
    ...others,
    postedAt: postedAt.toISOString(),
    ...overrides,
  }
}
