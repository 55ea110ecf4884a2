import { parseExternalId } from '../model/identities/identity.ts'
import type { Ports } from '../ports/index.ts'
import { ok } from '../model/result.ts'
import {
  admissionSeconds,
  admittedPostsMax,
  isAdmissible,
  postAgeSecondsMax,
  takenPostsMax,
} from '../model/team-chat/chat-post.ts'
import type { DirectMessage } from '../model/team-chat/direct-message.ts'
import { teamChatSource } from '../model/team-chat/team-chat-settings.ts'

/** `known`: it was taken before. Of one that is too old, or of a channel that is flooded, nothing is kept. */
export type Taken = 'taken' | 'known' | 'stale' | 'flood'

/** Takes what a person wrote to a bot to be answered, once, however often it comes and to however many at once. */
export async function takePost(
  { cipher, clock, transact }: Pick<Ports, 'cipher' | 'clock' | 'transact'>,
  botId: string,
  { text, authorId, ...message }: DirectMessage,
): Promise<Taken> {
  const { postId, channelId, postedAt } = message
  const sealedText = cipher.encrypt(text, { purpose: 'chat_text', ownerId: postId })
  const arrivedAt = clock.now().toISOString()
  const { value } = await transact(async ({ chatPosts, identities, jobs, now }) => {
    const oldest = (await now()).getTime() - postAgeSecondsMax * 1_000
    if (postedAt.getTime() < oldest) return ok('stale' as const)
    await chatPosts.lockChannel(channelId)
    const others = await chatPosts.listAround(channelId, postedAt, admissionSeconds)
    if (others.some((other) => other.postId === postId)) return ok('known' as const)
    const timesOf = (posts: typeof others) => posts.map((other) => other.postedAt)
    const isAdmitted = isAdmissible(postedAt, timesOf(others.filter((other) => other.isAdmitted)), admittedPostsMax)
    const post = { ...message, isAdmitted }
    if (!isAdmissible(postedAt, timesOf(others), takenPostsMax)) return ok('flood' as const)
    if (!(await chatPosts.insert(post))) return ok('known' as const)
    const job = { ...post, postedAt: postedAt.toISOString(), arrivedAt, authorId, botId, sealedText }
    // Who may do what is for a turn to say; here it is only where to wait, so that strangers hold nobody up.
    const sender = parseExternalId(authorId)
    const isLinked = sender !== null && (await identities.find(teamChatSource, sender)) !== null
    await jobs.enqueue([
      isLinked ? { kind: 'answer_chat_post', ...job } : { kind: 'admit_chat_sender', ...job, wasLinked: false },
    ])
    return ok('taken' as const)
  })
  return value
}
