import type { Ports } from '../ports/index.ts'
import { ok } from '../result.ts'
import { admissionSeconds, isAdmissible, postAgeSecondsMax } from './chat-post.ts'
import type { DirectMessage } from './direct-message.ts'

/** `known`: it was taken before, and is left alone. `stale`: it is too old to be answered, and nothing is kept of it. */
export type Taken = 'taken' | 'known' | 'stale'

/** Takes what a person wrote to a bot to be answered, once, however often it comes and to however many at once (R69). */
export async function takePost(
  { cipher, transact }: Pick<Ports, 'cipher' | 'transact'>,
  botId: string,
  { text, authorId, ...message }: DirectMessage,
): Promise<Taken> {
  const { postId, channelId, postedAt } = message
  const sealedText = cipher.encrypt(text, { purpose: 'chat_text', ownerId: postId })
  const { value } = await transact(async ({ chatPosts, jobs, now }) => {
    const oldest = (await now()).getTime() - postAgeSecondsMax * 1_000
    if (postedAt.getTime() < oldest) return ok('stale' as const)
    await chatPosts.lockChannel(channelId)
    const isAdmitted = isAdmissible(postedAt, await chatPosts.listAdmitted(channelId, postedAt, admissionSeconds))
    const post = { ...message, isAdmitted }
    if (!(await chatPosts.insert(post))) return ok('known' as const)
    const job = { ...post, postedAt: postedAt.toISOString(), authorId, botId, sealedText }
    await jobs.enqueue([{ kind: 'answer_chat_post', ...job }])
    return ok('taken' as const)
  })
  return value
}
