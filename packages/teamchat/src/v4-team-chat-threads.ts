import {
  numberedParts,
  partsEndOf,
  Unavailable,
  type AnswerPart,
  type Clock,
  type AnswerOutcome,
  type Log,
  type ChatAnswer,
  type TeamChatBot,
  type ChatThreads,
} from '@ken/core/ports'
import { fieldsOf, keepTyping, pauses, retryOf } from '@ken/outbound'
import { TeamChatFailure, TeamChatRefusal } from './rest/team-chat-failure.ts'
import { readPostPage, type V4Post } from './rest/v4-posts.ts'
import { requestV4, type Transport } from './rest/v4-request.ts'

/** A server may fetch previews of links before it responds. */
const postTimeoutMs = 15_000
const repliesPerPage = 60
const pagesMax = 50
/** How far the clocks of a server's nodes may differ. */
const clockSkewMs = 60_000

type V4TeamChatThreadsOptions = { readonly clock: Clock; readonly log: Log }

/**
 * Posts answers with POST /posts. Each post is marked with the answer and the part that it is, so that a later attempt
 * finds it. Sends nothing to a server for as long as its `Retry-After` asks.
 */
export function v4TeamChatThreads(
  transport: Transport,
  { clock, log }: V4TeamChatThreadsOptions,
): ChatThreads<TeamChatBot> {
  const paused = pauses(clock)
  return {
    async answer(bot, answer) {
      const pauseMs = paused.msOf(bot.baseUrl)
      if (pauseMs > 0) {
        const retryAfterSeconds = Math.ceil(pauseMs / 1_000)
        throw new Unavailable('team-chat', 'The team-chat server asked for fewer requests.', {
          retryAfterSeconds,
        })
      }
      try {
        const posted = answer.isNew ? nothingPosted : await findPostedParts(transport, bot, answer)
        return await postMissing(transport, bot, { answer, posted })
      } catch (error) {
        if (error instanceof TeamChatFailure) paused.note(bot.baseUrl, error)
        return outcomeOf(error, log)
      }
    },

    startTyping(bot, thread) {
      const body = { channel_id: thread.channelId, parent_id: thread.rootId }
      const stop = keepTyping(transport.timing, (signal) =>
        requestV4(transport, bot, { method: 'POST', path: '/users/me/typing', body, signal }),
      )
      return { stop, write: null }
    },
  }
}

const nothingPosted: ReadonlySet<number> = new Set()

async function postMissing(
  transport: Transport,
  bot: TeamChatBot,
  { answer, posted }: { readonly answer: ChatAnswer; readonly posted: ReadonlySet<number> },
): Promise<'posted' | 'not_begun'> {
  const parts = numberedParts(answer, posted)
  if (typeof parts === 'string') return parts
  for (const part of parts)
    if (!posted.has(part.number)) await postPart(transport, bot, answer, part)
  return 'posted'
}

async function postPart(
  transport: Transport,
  bot: TeamChatBot,
  answer: ChatAnswer,
  { number, markdown }: AnswerPart,
): Promise<void> {
  const { channelId, rootId } = answer.thread
  const { postId } = answer.replyTo
  const body = {
    channel_id: channelId,
    root_id: rootId,
    message: markdown,
    // The server recognizes a repeated request by this for half a minute; the marks stay for ever.
    pending_post_id: `${bot.botId}:${postId}:${number}`,
    props: { ken_reply_to: postId, ken_part: number },
  }
  const posted = await requestV4(transport, bot, {
    method: 'POST',
    path: '/posts',
    body,
    timeoutMs: postTimeoutMs,
  })
  // Another JSON API, such as a proxy, has no post.
  if (typeof fieldsOf(posted)['id'] !== 'string') throw new TeamChatFailure('not_team_chat')
}

/** The parts of the answer that are in the thread. Other accounts may write the same marks, but not as the bot. */
async function findPostedParts(
  transport: Transport,
  bot: TeamChatBot,
  answer: ChatAnswer,
): Promise<ReadonlySet<number>> {
  const { thread, replyTo } = answer
  const partsCount = partsEndOf(answer)
  const found = new Set<number>()
  let from = `fromCreateAt=${replyTo.postedAt.getTime() - clockSkewMs}`
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const path = `/posts/${thread.rootId}/thread?direction=down&perPage=${repliesPerPage}&${from}`
    const { posts, hasNext } = readPostPage(await requestV4(transport, bot, { path }))
    for (const post of posts) {
      const part = markedPart(post, bot, replyTo.postId)
      if (part !== null) found.add(part)
    }
    const last = posts.findLast(({ rootId }) => rootId === thread.rootId)
    if (!hasNext || last === undefined || found.size >= partsCount) break
    from = `fromCreateAt=${last.createAt}&fromPost=${last.id}`
  }
  return found
}

/** Which part of the answer a post is; null for any other post. */
function markedPart({ userId, props }: V4Post, bot: TeamChatBot, replyTo: string): number | null {
  const { ken_reply_to: repliesTo, ken_part: part } = props
  const isMarked = userId === bot.botId && repliesTo === replyTo
  return isMarked && typeof part === 'number' ? part : null
}

/** Throws for failures that may pass. */
function outcomeOf(error: unknown, log: Log): AnswerOutcome {
  if (error instanceof TeamChatFailure)
    throw new Unavailable('team-chat', error.message, retryOf(error))
  if (!(error instanceof TeamChatRefusal)) throw error
  if (error.status === 404 || error.id === 'api.post.create_post.root_id.app_error')
    return 'thread_gone'
  // A plugin may put any text where an id should be.
  log.warn('team_chat.answer_refused', {
    status: error.status,
    id: /^[\w.]{1,100}$/.test(error.id) ? error.id : 'other',
  })
  return 'refused'
}
