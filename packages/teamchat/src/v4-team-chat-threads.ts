import {
  Unavailable,
  type Clock,
  type AnswerOutcome,
  type Log,
  type TeamChatAnswer,
  type TeamChatBot,
  type TeamChatThread,
  type TeamChatThreads,
} from '@ken/core/ports'
import { TeamChatFailure, TeamChatRefusal } from './team-chat-failure.ts'
import { fieldsOf, readPostPage, type V4Post } from './v4-posts.ts'
import { pause } from './timing.ts'
import { requestV4, type Connecting } from './v4-request.ts'

/** A server may fetch previews of links before it answers. */
const postTimeoutMs = 15_000
const repliesPerPage = 60
const pagesMax = 50
/** How far the clocks of a server's nodes may differ. */
const clockSkewMs = 60_000
/** Clients hide it after about five seconds. */
const typingEveryMs = 4_000
const typingsMax = 75
const refusedTokenRetrySeconds = 60

type Around = { readonly clock: Clock; readonly log: Log }

/**
 * Answers over POST /posts. Every part carries which part of which answer it is, so that a later attempt finds it. A server
 * that asked for patience is left in peace for that long.
 */
export function v4TeamChatThreads(connecting: Connecting, { clock, log }: Around): TeamChatThreads {
  const restsUntil = new Map<string, number>()
  return {
    async answer(bot, answer) {
      const restMs = (restsUntil.get(bot.baseUrl) ?? 0) - clock.now().getTime()
      if (restMs > 0) {
        const retryAfterSeconds = Math.ceil(restMs / 1_000)
        throw new Unavailable('team-chat', 'The team-chat server asked for fewer requests.', { retryAfterSeconds })
      }
      try {
        const posted = answer.isNew ? nothingPosted : await findPostedParts(connecting, bot, answer)
        for (const [part, text] of answer.parts.entries()) {
          if (!posted.has(part)) await postPart(connecting, bot, answer, { part, text })
        }
        return 'posted'
      } catch (error) {
        if (error instanceof TeamChatFailure && error.retryAfterSeconds !== null)
          restsUntil.set(bot.baseUrl, clock.now().getTime() + error.retryAfterSeconds * 1_000)
        return outcomeOf(error, log)
      }
    },

    startTyping(bot, thread) {
      const stopping = new AbortController()
      void keepTyping(connecting, bot, thread, stopping.signal)
      return { stop: () => stopping.abort() }
    },
  }
}

const nothingPosted: ReadonlySet<number> = new Set()

type Part = { readonly part: number; readonly text: string }

async function postPart(connecting: Connecting, bot: TeamChatBot, answer: TeamChatAnswer, { part, text }: Part): Promise<void> {
  const { channelId, rootId } = answer.thread
  const { postId } = answer.replyTo
  const body = {
    channel_id: channelId,
    root_id: rootId,
    message: text,
    // The server itself knows a repeated request by this for half a minute, the marks are for ever.
    pending_post_id: `${bot.botId}:${postId}:${part}`,
    props: { ken_reply_to: postId, ken_part: part },
  }
  const posted = await requestV4(connecting, bot, { method: 'POST', path: '/posts', body, timeoutMs: postTimeoutMs })
  // JSON of something else in between says nothing of a post.
  if (typeof fieldsOf(posted)['id'] !== 'string') throw new TeamChatFailure('not_team_chat')
}

/** Which parts of the answer the thread shows. Others may write the same marks, but not as the bot. */
async function findPostedParts(connecting: Connecting, bot: TeamChatBot, answer: TeamChatAnswer): Promise<ReadonlySet<number>> {
  const { thread, replyTo, parts } = answer
  const found = new Set<number>()
  let from = `fromCreateAt=${replyTo.postedAt.getTime() - clockSkewMs}`
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const path = `/posts/${thread.rootId}/thread?direction=down&perPage=${repliesPerPage}&${from}`
    const { posts, hasNext } = readPostPage(await requestV4(connecting, bot, { path }))
    for (const part of parts.keys()) if (posts.some((post) => isPart(post, bot, replyTo.postId, part))) found.add(part)
    const last = posts.findLast(({ rootId }) => rootId === thread.rootId)
    if (!hasNext || last === undefined || found.size === parts.length) break
    from = `fromCreateAt=${last.createAt}&fromPost=${last.id}`
  }
  return found
}

const isPart = ({ userId, props }: V4Post, bot: TeamChatBot, replyTo: string, part: number): boolean =>
  userId === bot.botId && props['ken_reply_to'] === replyTo && props['ken_part'] === part

/** Throws for what may pass. */
function outcomeOf(error: unknown, log: Log): AnswerOutcome {
  if (error instanceof TeamChatFailure) {
    const retryAfterSeconds = error.fault === 'token_refused' ? refusedTokenRetrySeconds : error.retryAfterSeconds
    throw new Unavailable('team-chat', error.message, { ...(retryAfterSeconds !== null && { retryAfterSeconds }), cause: error })
  }
  if (!(error instanceof TeamChatRefusal)) throw error
  if (error.status === 404 || error.id === 'api.post.create_post.root_id.app_error') return 'thread_gone'
  // A plugin may put any text where an id should be.
  log.warn('team_chat.answer_refused', { status: error.status, id: /^[\w.]{1,100}$/.test(error.id) ? error.id : 'other' })
  return 'refused'
}

/** Tells again and again that the bot types, until told to stop, for a while, or until the server does not take it. */
async function keepTyping(
  { guard, timing }: Connecting,
  bot: TeamChatBot,
  thread: TeamChatThread,
  signal: AbortSignal,
): Promise<void> {
  const body = { channel_id: thread.channelId, parent_id: thread.rootId }
  try {
    for (let times = 0; times < typingsMax && !signal.aborted; times += 1) {
      await requestV4({ guard, timing }, bot, { method: 'POST', path: '/users/me/typing', body, signal })
      await pause(timing, typingEveryMs, signal)
    }
  } catch {
    // It is a courtesy: the answer comes all the same.
  }
}
