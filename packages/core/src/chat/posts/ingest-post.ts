import type { Ports, ServedChatBot, TimedPost, Transacts } from '../../ports/index.ts'
import { ok } from '../../model/result.ts'
import {
  admissionSeconds,
  admittedPostsMax,
  isAdmissible,
  postAgeSecondsMax,
  ingestedPostsMax,
  type ChatPost,
  type ChatPostId,
} from '../../model/chat/chat-post.ts'
import type { ChatMessage } from '../../model/chat/chat-message.ts'
import { mayBeCode } from './refusal.ts'
import { conversationRootOf } from './conversation-root.ts'
import { linkedSenders } from './linked-senders.ts'

/**
 * `accompanying`: a file without a text that was sent together with another message, which gets the reply. `stale`: too
 * old. `flood`: too many posts in the channel. Nothing of these three is stored.
 */
export type IngestOutcome = 'ingested' | 'duplicate' | 'accompanying' | 'stale' | 'flood'

/** Some platforms make a message of each file that is sent, with times in seconds. */
const sentTogetherMs = 1_000

type IngestPorts = Pick<Ports, 'cipher' | 'clock'> & Transacts<'chatPosts' | 'identities' | 'jobs'>
type AcceptedPost = ChatPost & Pick<Receiver, 'source'>
type Receiver = Pick<ServedChatBot, 'source' | 'botId'>

/**
 * Stores messages and queues their replies, in one transaction. No two of them may be of the same channel. Idempotent: of
 * several calls with the same post, one returns `ingested`. The outcomes have the order of the messages.
 */
export async function ingestPosts(
  { cipher, clock, transact }: IngestPorts,
  { source, botId }: Receiver,
  messages: readonly ChatMessage[],
): Promise<readonly IngestOutcome[]> {
  const arrivedAt = clock.now()
  const oldestMs = arrivedAt.getTime() - postAgeSecondsMax * 1_000
  const fresh = messages.filter(({ postedAt }) => postedAt.getTime() >= oldestMs)
  const jobOf = (
    post: AcceptedPost,
    { text, isTopic, isCaption, isEdited, isCommand }: ChatMessage,
  ) => ({
    ...post,
    postedAt: post.postedAt.toISOString(),
    arrivedAt: arrivedAt.toISOString(),
    botId,
    sealedText: cipher.encrypt(text, { purpose: 'chat_text', ownerId: post.postId }),
    ...(isTopic && { isTopic }),
    ...(isCaption && { isCaption }),
    ...(isEdited && { isEdited }),
    ...(isCommand && { isCommand }),
  })
  const { value } = await transact(async ({ chatPosts, identities, jobs }) => {
    const outcomes = new Map<ChatPostId, IngestOutcome>()
    if (fresh.length === 0) return ok(outcomes)
    await chatPosts.lockChannels(fresh.map(({ channelId }) => channelId))
    const around = Map.groupBy(
      await chatPosts.listAround(
        fresh.map(({ channelId, postedAt: moment }) => ({ channelId, moment })),
        admissionSeconds,
      ),
      ({ channelId }) => channelId,
    )
    // Strangers have a queue of their own, so that they do not delay linked people.
    const isLinked = await linkedSenders({ identities }, source, fresh)
    const accepted: { readonly post: AcceptedPost; readonly message: ChatMessage }[] = []
    for (const message of fresh) {
      const { postId, channelId, authorId, postedAt } = message
      const others = around.get(channelId) ?? []
      const outcome = outcomeOf(message, others)
      outcomes.set(postId, outcome)
      if (outcome !== 'ingested') continue
      // What strangers write is in no conversation.
      const rootId = isLinked(message)
        ? await conversationRootOf({ chatPosts }, source, message)
        : (message.rootId ?? postId)
      const isAdmitted = isAdmissible(
        postedAt,
        others.filter((other) => other.isAdmitted).map((other) => other.postedAt),
        admittedPostsMax,
      )
      const post = { source, postId, channelId, rootId, authorId, postedAt, isAdmitted }
      accepted.push({ post, message })
    }
    const added = await chatPosts.insert(accepted.map(({ post }) => post))
    for (const { post } of accepted)
      if (!added.has(post.postId)) outcomes.set(post.postId, 'duplicate')
    await jobs.enqueue(
      accepted
        .filter(({ post }) => added.has(post.postId))
        .map(({ post, message }) =>
          isLinked(message)
            ? { kind: 'answer_chat_post', ...jobOf(post, message) }
            : {
                kind: 'admit_chat_sender',
                ...jobOf(post, message),
                wasLinked: false,
                ...(mayBeCode(message.text) && { mayBeCode: true }),
              },
        ),
    )
    return ok(outcomes)
  })
  return messages.map(({ postId }) => value.get(postId) ?? 'stale')
}

/** `ingested` for a post that is new and within the limit of its channel. */
function outcomeOf(
  { postId, postedAt, text, isCaption }: ChatMessage,
  others: readonly TimedPost[],
): Exclude<IngestOutcome, 'stale'> {
  if (others.some((other) => other.postId === postId)) return 'duplicate'
  const times = others.map((other) => other.postedAt)
  const isTogether = times.some(
    (time) => Math.abs(time.getTime() - postedAt.getTime()) <= sentTogetherMs,
  )
  if (isCaption === true && text === '' && isTogether) return 'accompanying'
  return isAdmissible(postedAt, times, ingestedPostsMax) ? 'ingested' : 'flood'
}

/** Stores a message and queues its reply, as `ingestPosts` does. */
export async function ingestPost(
  ports: IngestPorts,
  receiver: Receiver,
  message: ChatMessage,
): Promise<IngestOutcome> {
  const [outcome] = await ingestPosts(ports, receiver, [message])
  return outcome ?? 'stale'
}
