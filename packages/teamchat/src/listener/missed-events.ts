import type { Log, TeamChatBot } from '@ken/core/ports'
import { whileBusy } from '@ken/outbound'
import { TeamChatFailure, TeamChatRefusal } from '../rest/team-chat-failure.ts'
import { listDirectChannels, type DirectChannel } from '../rest/v4-channels.ts'
import { readPostPage, type PostPage, type V4Post } from '../rest/v4-posts.ts'
import { requestV4, type Transport } from '../rest/v4-request.ts'

const postsPerPage = 60
/** How much of one channel is held in memory; older posts are not read. */
const channelLengthMax = 64 * 1024 * 1024
const pageTimeoutMs = 15_000

/** What to read back: everything posted to the bot after a point in time. */
export type CatchUp = {
  readonly transport: Transport
  readonly log: Log
  readonly bot: TeamChatBot
  readonly afterMs: number
  readonly signal: AbortSignal
}

/**
 * Reads back over REST what was posted to the bot, as `posted` events, oldest first per channel. Does not use `since=`,
 * which may wrongly return nothing. A channel that cannot be read does not stop the others. Throws `TeamChatFailure` when
 * something could not be read now, but maybe later.
 */
export async function* missedEvents(catchUp: CatchUp): AsyncGenerator<object> {
  const { transport, bot, afterMs, signal } = catchUp
  const channels = await whileBusy(transport.timing, signal, () =>
    listDirectChannels(transport, bot, signal),
  )
  let failure: TeamChatFailure | null = null
  let failuresInRow = 0
  for (const channel of channels.filter(({ lastPostAt }) => lastPostAt > afterMs)) {
    try {
      for (const post of await missedPosts(catchUp, channel.id)) yield eventOf(channel, post)
      failuresInRow = 0
    } catch (error) {
      const failed = skipReason(error, catchUp.log)
      failuresInRow = failed === null ? 0 : failuresInRow + 1
      if (failed === null) continue
      failure = failed
      // The fault is not that of one channel.
      if (failed.fault !== 'server_failing' || failuresInRow > 1) throw failed
    }
  }
  if (failure !== null) throw failure
}

/** Why a channel is skipped for now; null when it is skipped for good. */
function skipReason(error: unknown, log: Log): TeamChatFailure | null {
  if (error instanceof TeamChatFailure) return error
  if (!(error instanceof TeamChatRefusal)) throw error
  log.warn('team_chat.channel_unreadable', { status: error.status })
  return null
}

/** The `posted` event of a post that was read back. */
const eventOf = ({ id, name, teamId }: DirectChannel, { wire }: V4Post): object => ({
  event: 'posted',
  data: { channel_type: 'D', channel_name: name, team_id: teamId, post: JSON.stringify(wire) },
  broadcast: { channel_id: id },
})

/** Oldest first. Reads pages backwards until they are old enough; new posts only make some appear twice. */
async function missedPosts(catchUp: CatchUp, channelId: string): Promise<readonly V4Post[]> {
  const found = new Map<string, V4Post>()
  let length = 0
  for (let page = 0, isEnd = false; !isEnd; page += 1) {
    const { posts, count } = await readPage(catchUp, channelId, page)
    const fresh = posts.filter(({ id, createAt }) => createAt > catchUp.afterMs && !found.has(id))
    for (const post of fresh) {
      found.set(post.id, post)
      length += JSON.stringify(post.wire).length
    }
    // A server without paging returns the same page again.
    isEnd =
      count < postsPerPage ||
      fresh.length === 0 ||
      posts.some(({ createAt }) => createAt <= catchUp.afterMs)
    if (isEnd || length <= channelLengthMax) continue
    catchUp.log.warn('team_chat.catch_up_cut', { posts: found.size })
    isEnd = true
  }
  return [...found.values()].toSorted((one, other) => one.createAt - other.createAt)
}

type Page = Pick<PostPage, 'posts' | 'count'>

/** One page. If it is too long to be read at once, post by post, without posts that are too long themselves. */
async function readPage(catchUp: CatchUp, channelId: string, page: number): Promise<Page> {
  const read = (at: number, count: number) =>
    readIfShort(catchUp, `/channels/${channelId}/posts?page=${at}&per_page=${count}`)
  const whole = await read(page, postsPerPage)
  if (whole !== null) return whole
  const posts: V4Post[] = []
  let count = 0
  for (; count < postsPerPage; count += 1) {
    const single = await read(page * postsPerPage + count, 1)
    if (single === null) catchUp.log.warn('team_chat.post_too_long')
    if (single?.count === 0) break
    posts.push(...(single?.posts ?? []))
  }
  return { posts, count }
}

async function readIfShort(catchUp: CatchUp, path: string): Promise<Page | null> {
  const { transport, bot, signal } = catchUp
  try {
    const request = { path: `${path}&skipFetchThreads=true`, timeoutMs: pageTimeoutMs, signal }
    const read = () => requestV4(transport, bot, request)
    return readPostPage(await whileBusy(transport.timing, signal, read))
  } catch (error) {
    if (error instanceof TeamChatFailure && error.isTooLong) return null
    throw error
  }
}
