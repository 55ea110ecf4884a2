import type { Job, Ports, ChatBot, Stores, TimedPost, Transacts } from '../../ports/index.ts'
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
type Receiver = Pick<ChatBot, 'source' | 'botId'>

/**
 * Stores messages and queues their replies, in one transaction. No two of them may be of the same channel. Idempotent: of
 * several calls with the same post, one returns `ingested`. The outcomes have the order of the messages.
 */
export async function ingestPosts(
  { cipher, clock, transact }: IngestPorts,
  receiver: Receiver,
  messages: readonly ChatMessage[],
): Promise<readonly IngestOutcome[]> {
  const arrivedAt = clock.now()
  const oldestMs = arrivedAt.getTime() - postAgeSecondsMax * 1_000
  const fresh = messages.filter(({ postedAt }) => postedAt.getTime() >= oldestMs)
  const { value } = await transact(async (stores) => {
    const outcomes = new Map<ChatPostId, IngestOutcome>()
    if (fresh.length === 0) return ok(outcomes)
    const around = await lockedPostsAround(stores, fresh)
    const isLinked = await linkedSenders(stores, receiver.source, fresh)
    const accepted: Accepted[] = []
    for (const message of fresh) {
      const others = around.get(message.channelId) ?? []
      const outcome = outcomeOf(message, others)
      outcomes.set(message.postId, outcome)
      if (outcome !== 'ingested') continue
      const sender = { ...receiver, isLinked: isLinked(message) }
      const post = await postOf(stores, sender, message, others)
      accepted.push({ message, post, isLinked: sender.isLinked })
    }
    const added = await stores.chatPosts.insert(accepted.map(({ post }) => post))
    for (const { post } of accepted)
      if (!added.has(post.postId)) outcomes.set(post.postId, 'duplicate')
    await stores.jobs.enqueue(
      accepted
        .filter(({ post }) => added.has(post.postId))
        .map((one) => jobOf({ cipher }, one, { ...receiver, arrivedAt })),
    )
    return ok(outcomes)
  })
  return messages.map(({ postId }) => value.get(postId) ?? 'stale')
}

/** A message within the limits, and what is stored of it. */
type Accepted = {
  readonly message: ChatMessage
  readonly post: AcceptedPost
  readonly isLinked: boolean
}

/** Locks the channels of these messages. Returns the posts around the times of the messages, by channel. */
async function lockedPostsAround(
  { chatPosts }: Pick<Stores, 'chatPosts'>,
  messages: readonly ChatMessage[],
): Promise<ReadonlyMap<string, readonly TimedPost[]>> {
  await chatPosts.lockChannels(messages.map(({ channelId }) => channelId))
  const around = await chatPosts.listAround(
    messages.map(({ channelId, postedAt: moment }) => ({ channelId, moment })),
    admissionSeconds,
  )
  return Map.groupBy(around, ({ channelId }) => channelId)
}

/** What is stored of a message, given the other posts of its channel. What strangers write is in no conversation. */
async function postOf(
  stores: Pick<Stores, 'chatPosts'>,
  { source, isLinked }: Receiver & Pick<Accepted, 'isLinked'>,
  message: ChatMessage,
  others: readonly TimedPost[],
): Promise<AcceptedPost> {
  const { postId, channelId, authorId, postedAt } = message
  const rootId = isLinked
    ? await conversationRootOf(stores, source, message)
    : (message.rootId ?? postId)
  const isAdmitted = isAdmissible(
    postedAt,
    others.filter((other) => other.isAdmitted).map((other) => other.postedAt),
    admittedPostsMax,
  )
  return { source, postId, channelId, rootId, authorId, postedAt, isAdmitted }
}

/** Strangers have a queue of their own, so that they do not delay linked people. */
function jobOf(
  { cipher }: Pick<Ports, 'cipher'>,
  { message, post, isLinked }: Accepted,
  { botId, arrivedAt }: Receiver & { readonly arrivedAt: Date },
): Job {
  const { text, isTopic, isCaption, isEdited, isCommand } = message
  const job = {
    ...post,
    postedAt: post.postedAt.toISOString(),
    arrivedAt: arrivedAt.toISOString(),
    botId,
    sealedText: cipher.encrypt(text, { purpose: 'chat_text', ownerId: post.postId }),
    ...(isTopic && { isTopic }),
    ...(isCaption && { isCaption }),
    ...(isEdited && { isEdited }),
    ...(isCommand && { isCommand }),
  }
  if (isLinked) return { kind: 'answer_chat_post', ...job }
  return {
    kind: 'admit_chat_sender',
    ...job,
    wasLinked: false,
    ...(mayBeCode(text) && { mayBeCode: true }),
  }
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
