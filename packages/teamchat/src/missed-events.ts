import type { Log, TeamChatBot } from '@ken/core/ports'
import { TeamChatFailure, TeamChatRefusal } from './team-chat-failure.ts'
import { pause } from './timing.ts'
import { listDirectChannels, type DirectChannel } from './v4-channels.ts'
import { readPostPage, type PostPage, type V4Post } from './v4-posts.ts'
import { requestV4, type Connecting } from './v4-request.ts'

const postsPerPage = 60
/** How much of one channel is held at once; what is older than that is given up. */
const channelLengthMax = 64 * 1024 * 1024
const pageTimeoutMs = 15_000
const attemptsMax = 5
const attemptAfterMs = 1_000

/** What to read back: what was written to the bot after a moment. */
export type Missed = {
  readonly connecting: Connecting
  readonly log: Log
  readonly bot: TeamChatBot
  readonly afterMs: number
  readonly signal: AbortSignal
}

/**
 * Reads back over REST what was written to the bot, as the events that would have told of it: each channel oldest first.
 * `since=` is not used: it may wrongly give nothing. One channel that cannot be read keeps no other back. Throws
 * `TeamChatFailure` when something could not be read but may be another time.
 */
export async function* missedEvents(missed: Missed): AsyncGenerator<object> {
  const { connecting, bot, afterMs, signal } = missed
  const channels = await patiently(missed, () => listDirectChannels(connecting, bot, signal))
  let failure: TeamChatFailure | null = null
  let failuresInRow = 0
  for (const channel of channels.filter(({ lastPostAt }) => lastPostAt > afterMs)) {
    try {
      for (const post of await missedPosts(missed, channel.id)) yield eventOf(channel, post)
      failuresInRow = 0
    } catch (error) {
      failure = setAside(error, missed.log) ?? failure
      failuresInRow += 1
      // Then it is not the channel.
      if (failure !== null && (failure.fault !== 'server_failing' || failuresInRow > 1)) throw failure
    }
  }
  if (failure !== null) throw failure
}

/** Why a channel is passed over for now; null when it is for good. */
function setAside(error: unknown, log: Log): TeamChatFailure | null {
  if (error instanceof TeamChatFailure) return error
  if (!(error instanceof TeamChatRefusal)) throw error
  log.warn('team_chat.channel_unreadable', { status: error.status })
  return null
}

/** The `posted` event of a post that was read back: what it says of the channel is what the server says. */
const eventOf = ({ id, name, teamId }: DirectChannel, { wire }: V4Post): object => ({
  event: 'posted',
  data: { channel_type: 'D', channel_name: name, team_id: teamId, post: JSON.stringify(wire) },
  broadcast: { channel_id: id },
})

/** Oldest first. Pages are walked back until they are old enough; posts that come meanwhile only make some come twice. */
async function missedPosts(missed: Missed, channelId: string): Promise<readonly V4Post[]> {
  const found = new Map<string, V4Post>()
  let length = 0
  for (let page = 0, isEnd = false; !isEnd; page += 1) {
    const { posts, count } = await readPage(missed, channelId, page)
    const fresh = posts.filter(({ id, createAt }) => createAt > missed.afterMs && !found.has(id))
    for (const post of fresh) {
      found.set(post.id, post)
      length += JSON.stringify(post.wire).length
    }
    // A server that knows no pages gives the same one again.
    isEnd = count < postsPerPage || fresh.length === 0 || posts.some(({ createAt }) => createAt <= missed.afterMs)
    if (isEnd || length <= channelLengthMax) continue
    missed.log.warn('team_chat.catch_up_cut', { posts: found.size })
    isEnd = true
  }
  return [...found.values()].toSorted((one, other) => one.createAt - other.createAt)
}

type Page = Pick<PostPage, 'posts' | 'count'>

/** One page; when it is too long to be read at once, post by post, without those that are too long by themselves. */
async function readPage(missed: Missed, channelId: string, page: number): Promise<Page> {
  const read = (at: number, count: number) => readIfShort(missed, `/channels/${channelId}/posts?page=${at}&per_page=${count}`)
  const whole = await read(page, postsPerPage)
  if (whole !== null) return whole
  const posts: V4Post[] = []
  let count = 0
  for (; count < postsPerPage; count += 1) {
    const single = await read(page * postsPerPage + count, 1)
    if (single === null) missed.log.warn('team_chat.post_too_long')
    if (single?.count === 0) break
    posts.push(...(single?.posts ?? []))
  }
  return { posts, count }
}

async function readIfShort(missed: Missed, path: string): Promise<Page | null> {
  const { connecting, bot, signal } = missed
  try {
    const request = { path: `${path}&skipFetchThreads=true`, timeoutMs: pageTimeoutMs, signal }
    return readPostPage(await patiently(missed, () => requestV4(connecting, bot, request)))
  } catch (error) {
    if (error instanceof TeamChatFailure && error.isTooLong) return null
    throw error
  }
}

/** Waits as long as a busy server asks for, and asks again, so that it does not begin everything anew. */
async function patiently<Value>({ connecting, signal }: Missed, request: () => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request()
    } catch (error) {
      const isBusy = error instanceof TeamChatFailure && error.fault === 'server_failing'
      if (!isBusy || attempt === attemptsMax || signal.aborted) throw error
      await pause(connecting.timing, Math.max((error.retryAfterSeconds ?? 0) * 1_000, attemptAfterMs * attempt), signal)
    }
  }
}
