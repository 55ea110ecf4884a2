import type { ChatMessage } from '../../model/chat/chat-message.ts'
import type { ChatPostId } from '../../model/chat/chat-post.ts'
import type { ChatSource } from '../../model/chat/chat-source.ts'
import type { Stores } from '../../ports/index.ts'
import { chatCommandOf } from './chat-command.ts'

/** Without threads, a message within this time continues the last conversation. */
export const conversationSeconds = 30 * 60

/**
 * The root of the conversation that a message belongs to: its thread. Without threads, a reply continues what it replies
 * to, and other messages continue the last conversation for 30 minutes; everything else, and `/new`, starts one. Call it
 * under the lock of the channel.
 */
export async function conversationRootOf(
  { chatPosts }: Pick<Stores, 'chatPosts'>,
  source: ChatSource,
  { rootId, postId, repliesTo, channelId, text, postedAt }: ChatMessage,
): Promise<ChatPostId> {
  if (rootId !== null) return rootId
  if (chatCommandOf(source, text) === 'new') return postId
  const repliedTo = repliesTo === null ? null : await chatPosts.findRoot(channelId, repliesTo)
  if (repliedTo !== null) return repliedTo
  const last = await chatPosts.findLatest(channelId, postedAt)
  const isRecent =
    last !== null && postedAt.getTime() - last.postedAt.getTime() < conversationSeconds * 1_000
  return isRecent ? last.rootId : postId
}
