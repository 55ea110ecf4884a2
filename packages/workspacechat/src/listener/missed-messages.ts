import type { Clock, Log, WorkspaceChatBot } from '@ken/core/ports'
import { fieldsOf, pause, whileBusy, type Fields } from '@ken/outbound'
import { WebApiFailure, WebApiRefusal } from '../api/web-api-failure.ts'
import { callWebApi, type Transport, type WebApiCall } from '../api/web-api.ts'
import { isOrganization, isTs, provableFields } from './proven-message.ts'

const callsPerMinute = 40
const messagesPerPage = 100
const channelsPerPage = 200
/** How much of one channel is held in memory; older messages are not read. */
const messagesMax = 10_000
const channelLengthMax = 64 * 1024 * 1024
/** For one list. An endless list would block everything else. */
const pagesMax = 1_000

/** What to read back: everything written to the bot after a point in time. */
export type CatchUp = {
  readonly transport: Transport
  readonly log: Log
  readonly bot: WorkspaceChatBot
  readonly afterMs: number
  readonly signal: AbortSignal
  /** Waits until another call may be made. */
  readonly pace: () => Promise<void>
}

/** Forty calls in each minute: fewer than the platform takes, so that answers find room. */
export function callPace(
  { timing }: Transport,
  clock: Clock,
  signal: AbortSignal,
): CatchUp['pace'] {
  const calledAtMs: number[] = []
  return async () => {
    for (;;) {
      const nowMs = clock.now().getTime()
      const [oldest] = calledAtMs
      if (oldest === undefined || calledAtMs.length < callsPerMinute || signal.aborted) break
      const waitMs = oldest + 60_000 - nowMs
      // A clock that was set back must not extend the minute.
      if (waitMs <= 0 || waitMs > 60_000) calledAtMs.shift()
      else await pause(timing, waitMs, signal)
    }
    calledAtMs.push(clock.now().getTime())
  }
}

/**
 * Reads back what was written to the bot, as payloads of events, oldest first per channel. Replies are found below the last
 * hundred messages of a channel. A channel that is gone does not stop the others. Throws `WebApiFailure` when something could
 * not be read now, but maybe later.
 */
export async function* missedMessages(catchUp: CatchUp): AsyncGenerator<object> {
  for await (const channel of directChannels(catchUp)) {
    const { id } = channel
    try {
      for (const message of await missedIn(catchUp, id))
        yield payloadOf(catchUp.bot, message, channel)
    } catch (error) {
      if (!(error instanceof WebApiRefusal)) throw error
      catchUp.log.warn('workspace_chat.channel_unreadable', { reason: error.code })
    }
  }
}

type DirectChannel = {
  readonly id: string
  readonly isShared: boolean
  /** In an organization, those of its workspaces; else empty. */
  readonly workspaceIds: readonly string[]
}

/** The direct channels of the app. One of an organization may be in more than one of its workspaces. */
async function* directChannels(catchUp: CatchUp): AsyncGenerator<DirectChannel> {
  const workspaceIds: string[] = []
  if (isOrganization(catchUp.bot))
    for await (const { id } of items(catchUp, 'teams', { method: 'auth.teams.list' }))
      workspaceIds.push(String(id))
  const listed = new Set<string>()
  for (const team_id of isOrganization(catchUp.bot) ? workspaceIds : [undefined]) {
    const fields = { types: 'im', limit: channelsPerPage, team_id }
    const call = { method: 'users.conversations', fields }
    for await (const { id, is_ext_shared: isShared } of items(catchUp, 'channels', call)) {
      if (typeof id !== 'string') throw new WebApiFailure('not_slack')
      if (!listed.has(id)) yield { id, isShared: isShared === true, workspaceIds }
      listed.add(id)
    }
  }
}

/**
 * The payload of the event of a message that was read back from a direct channel with the app. Messages that are read back
 * do not say in which workspace of an organization they were written, unless another one is involved.
 */
function payloadOf(bot: WorkspaceChatBot, message: Fields, channel: DirectChannel): object {
  const of = [message['user_team'], message['source_team']].find((id) => id !== undefined)
  const { id, isShared, workspaceIds } = channel
  return {
    type: 'event_callback',
    api_app_id: bot.appId,
    ...(isOrganization(bot)
      ? {
          enterprise_id: bot.workspaceId,
          team_id: workspaceIds.find((workspaceId) => workspaceId === of) ?? workspaceIds[0],
        }
      : { team_id: bot.workspaceId }),
    is_ext_shared_channel: isShared,
    event: { ...message, channel: id, channel_type: 'im' },
  }
}

/** What was missed in one channel. Keeps only the fields that prove a message. */
class Missed {
  readonly #found = new Map<string, Fields>()
  readonly #oldest: string
  #length = 0

  constructor(oldest: string) {
    this.#oldest = oldest
  }

  /** Newest times are greater, also as texts. */
  isMissed(ts: unknown): ts is string {
    return isTs(ts) && ts > this.#oldest
  }

  add(message: Fields): void {
    const { ts } = message
    if (!this.isMissed(ts) || this.#found.has(ts)) return
    const kept = provableFields(message)
    this.#found.set(ts, kept)
    this.#length += JSON.stringify(kept).length
  }

  get isFull(): boolean {
    return this.#found.size >= messagesMax || this.#length >= channelLengthMax
  }

  oldestFirst(): readonly Fields[] {
    return [...this.#found].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, of]) => of)
  }
}

async function missedIn(catchUp: CatchUp, channel: string): Promise<readonly Fields[]> {
  const oldest = (Math.max(catchUp.afterMs, 0) / 1_000).toFixed(6)
  const missed = new Missed(oldest)
  const answered: string[] = []
  // Without `oldest`, because new replies may be below old messages.
  const history = { method: 'conversations.history', fields: { channel, limit: messagesPerPage } }
  for await (const page of pages(catchUp, 'messages', history)) {
    for (const message of page) {
      missed.add(message)
      if (isTs(message['ts']) && missed.isMissed(message['latest_reply']))
        answered.push(message['ts'])
    }
    const last = page.at(-1)
    if ((last !== undefined && !missed.isMissed(last['ts'])) || missed.isFull) break
  }
  for (const ts of answered) {
    if (missed.isFull) break
    const fields = { channel, ts, oldest, limit: messagesPerPage }
    const replies = { method: 'conversations.replies', fields }
    for await (const page of pages(catchUp, 'messages', replies)) {
      for (const reply of page) missed.add(reply)
      if (missed.isFull) break
    }
  }
  if (missed.isFull) catchUp.log.warn('workspace_chat.catch_up_cut')
  return missed.oldestFirst()
}

async function* items(...of: Parameters<typeof pages>): AsyncGenerator<Fields> {
  for await (const page of pages(...of)) yield* page
}

/** What a method lists, page by page. A page may be empty before the last one. */
async function* pages(
  catchUp: CatchUp,
  list: 'channels' | 'messages' | 'teams',
  call: Pick<WebApiCall, 'method' | 'fields'>,
): AsyncGenerator<readonly Fields[]> {
  const cursors = new Set<string | undefined>()
  let cursor: string | undefined
  do {
    if (cursors.has(cursor) || cursors.size >= pagesMax) throw new WebApiFailure('not_slack')
    cursors.add(cursor)
    const { fields } = await callPaced(catchUp, { ...call, fields: { ...call.fields, cursor } })
    const page = fields[list]
    if (!Array.isArray(page)) throw new WebApiFailure('not_slack')
    yield page.map(fieldsOf)
    const { next_cursor: next } = fieldsOf(fields['response_metadata'])
    cursor = typeof next === 'string' && next !== '' ? next : undefined
  } while (cursor !== undefined)
}

const callPaced = (
  { transport, bot, signal, pace }: CatchUp,
  call: Pick<WebApiCall, 'method' | 'fields'>,
) =>
  whileBusy(transport.timing, signal, async () => {
    await pace()
    const token = bot.botToken
    return callWebApi(transport, { ...call, token, timeoutMs: 15_000, signal })
  })
