import type { Clock, Log, WorkspaceChatBot } from '@ken/core/ports'
import { fieldsOf, pause, type Fields } from '@ken/outbound'
import { WebApiFailure, WebApiRefusal } from '../api/web-api-failure.ts'
import { callWebApi, type Transport, type WebApiCall } from '../api/web-api.ts'
import { isTs } from './proven-message.ts'

const callsPerMinute = 40
const attemptsMax = 5
const messagesPerPage = 100
const channelsPerPage = 200
/** How much of one channel is held in memory; older messages are not read. */
const messagesMax = 10_000

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
      if (waitMs <= 0) calledAtMs.shift()
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
  for await (const { id, is_ext_shared: isShared } of directChannels(catchUp)) {
    if (typeof id !== 'string') throw new WebApiFailure('not_slack')
    try {
      for (const message of await missedIn(catchUp, id))
        yield payloadOf(catchUp.bot, message, { channel: id, isShared: isShared === true })
    } catch (error) {
      if (!(error instanceof WebApiRefusal)) throw error
      catchUp.log.warn('workspace_chat.channel_unreadable', { reason: error.code })
    }
  }
}

/** The direct channels of the app. One of an organization may be in more than one of its workspaces. */
async function* directChannels(catchUp: CatchUp): AsyncGenerator<Fields> {
  const listed = new Set<unknown>()
  for await (const team_id of workspaces(catchUp)) {
    const fields = { types: 'im', limit: channelsPerPage, team_id }
    const call = { method: 'users.conversations', fields }
    for await (const channel of pages(catchUp, 'channels', call)) {
      if (!listed.has(channel['id'])) yield channel
      listed.add(channel['id'])
    }
  }
}

/** The workspaces of an organization, whose channels are listed by workspace; else undefined, once. */
async function* workspaces(catchUp: CatchUp): AsyncGenerator<string | undefined> {
  if (catchUp.bot.workspaceId.startsWith('E'))
    for await (const { id } of pages(catchUp, 'teams', { method: 'auth.teams.list' }))
      yield String(id)
  else yield undefined
}

/** The payload of the event of a message that was read back from a direct channel with the app. */
const payloadOf = (
  { appId, workspaceId }: WorkspaceChatBot,
  message: Fields,
  { channel, isShared }: { readonly channel: string; readonly isShared: boolean },
): object => ({
  type: 'event_callback',
  api_app_id: appId,
  [workspaceId.startsWith('E') ? 'enterprise_id' : 'team_id']: workspaceId,
  is_ext_shared_channel: isShared,
  event: { ...message, channel, channel_type: 'im' },
})

async function missedIn(catchUp: CatchUp, channel: string): Promise<readonly Fields[]> {
  const oldest = (Math.max(catchUp.afterMs, 0) / 1_000).toFixed(6)
  const found = new Map<unknown, Fields>()
  const isMissed = ({ ts }: Fields) => isTs(ts) && ts > oldest
  const answered: Fields[] = []
  let seen = 0
  // Without `oldest`, because new replies may be below old messages.
  const history = { method: 'conversations.history', fields: { channel, limit: messagesPerPage } }
  for await (const message of pages(catchUp, 'messages', history)) {
    seen += 1
    if (isMissed(message)) found.set(message['ts'], message)
    const { latest_reply: latest } = message
    if (isTs(latest) && latest > oldest) answered.push(message)
    if ((seen % messagesPerPage === 0 && !isMissed(message)) || found.size >= messagesMax) break
  }
  for (const { ts } of answered) {
    const fields = { channel, ts: String(ts), oldest, limit: messagesPerPage }
    const replies = { method: 'conversations.replies', fields }
    for await (const reply of pages(catchUp, 'messages', replies)) {
      if (isMissed(reply)) found.set(reply['ts'], reply)
      if (found.size >= messagesMax) break
    }
  }
  if (found.size >= messagesMax) catchUp.log.warn('workspace_chat.catch_up_cut')
  return [...found.values()].toSorted((one, other) =>
    String(one['ts']) < String(other['ts']) ? -1 : 1,
  )
}

/** What a method lists, page by page. */
async function* pages(
  catchUp: CatchUp,
  list: 'channels' | 'messages' | 'teams',
  call: Pick<WebApiCall, 'method' | 'fields'>,
): AsyncGenerator<Fields> {
  let cursor: string | undefined
  do {
    const { fields } = await callPaced(catchUp, { ...call, fields: { ...call.fields, cursor } })
    const items = fields[list]
    if (!Array.isArray(items)) throw new WebApiFailure('not_slack')
    yield* items.map(fieldsOf)
    const { next_cursor: next } = fieldsOf(fields['response_metadata'])
    cursor = typeof next === 'string' && next !== '' && items.length > 0 ? next : undefined
  } while (cursor !== undefined)
}

/** Tries again after the pause that a busy platform asks for, so that reading back need not start again. */
async function callPaced(
  { transport, bot, signal, pace }: CatchUp,
  call: Pick<WebApiCall, 'method' | 'fields'>,
) {
  for (let attempt = 1; ; attempt += 1) {
    await pace()
    try {
      return await callWebApi(transport, {
        ...call,
        token: bot.botToken,
        timeoutMs: 15_000,
        signal,
      })
    } catch (error) {
      const isBusy = error instanceof WebApiFailure && error.fault === 'server_failing'
      if (!isBusy || attempt === attemptsMax || signal.aborted) throw error
      await pause(transport.timing, (error.retryAfterSeconds ?? attempt) * 1_000, signal)
    }
  }
}
