import { parseExternalId } from '../../model/identities/identity.ts'
import type { Ports, ServedChatBot, Transacts } from '../../ports/index.ts'
import { ok } from '../../model/result.ts'
import {
  admissionSeconds,
  admittedPostsMax,
  isAdmissible,
  postAgeSecondsMax,
  ingestedPostsMax,
} from '../../model/chat/chat-post.ts'
import type { ChatMessage } from '../../model/chat/chat-message.ts'
import { conversationRootOf } from './conversation-root.ts'
import { identitySourceOf } from '../../model/chat/chat-source.ts'

/** `stale`: too old. `flood`: too many posts in the channel. Nothing of these two is stored. */
export type IngestOutcome = 'ingested' | 'duplicate' | 'stale' | 'flood'

/** Stores a message and queues its reply. Idempotent: of several calls with the same post, one returns `ingested`. */
export async function ingestPost(
  {
    cipher,
    clock,
    transact,
  }: Pick<Ports, 'cipher' | 'clock'> & Transacts<'chatPosts' | 'identities' | 'jobs'>,
  { source, botId }: Pick<ServedChatBot, 'source' | 'botId'>,
  message: ChatMessage,
): Promise<IngestOutcome> {
  const { text, authorId, postId, channelId, postedAt } = message
  const sealedText = cipher.encrypt(text, { purpose: 'chat_text', ownerId: postId })
  const arrivedAt = clock.now()
  if (postedAt.getTime() < arrivedAt.getTime() - postAgeSecondsMax * 1_000) return 'stale'
  const { value } = await transact(async ({ chatPosts, identities, jobs }) => {
    await chatPosts.lockChannel(channelId)
    const others = await chatPosts.listAround(channelId, postedAt, admissionSeconds)
    if (others.some((other) => other.postId === postId)) return ok('duplicate' as const)
    const timesOf = (posts: typeof others) => posts.map((other) => other.postedAt)
    const isAdmitted = isAdmissible(
      postedAt,
      timesOf(others.filter((other) => other.isAdmitted)),
      admittedPostsMax,
    )
    if (!isAdmissible(postedAt, timesOf(others), ingestedPostsMax)) return ok('flood' as const)
    const post = {
      source,
      postId,
      channelId,
      rootId: await conversationRootOf({ chatPosts }, source, message),
      authorId,
      postedAt,
      isAdmitted,
    }
    if (!(await chatPosts.insert(post))) return ok('duplicate' as const)
    const job = {
      ...post,
      postedAt: postedAt.toISOString(),
      arrivedAt: arrivedAt.toISOString(),
      botId,
      sealedText,
      ...(message.isCaption && { isCaption: message.isCaption }),
    }
    // Only selects the queue, so that strangers do not delay linked people. Permissions are checked by the job.
    const sender = parseExternalId(authorId)
    const isLinked =
      sender !== null && (await identities.find(identitySourceOf(source), sender)) !== null
    await jobs.enqueue([
      isLinked
        ? { kind: 'answer_chat_post', ...job }
        : { kind: 'admit_chat_sender', ...job, wasLinked: false },
    ])
    return ok('ingested' as const)
  })
  return value
}
