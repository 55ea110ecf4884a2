import {
  withoutWorkspace,
  workspaceChatMessageOf,
  type ChatThread,
  type Clock,
  type Typing,
  type WorkspaceChatBot,
} from '@ken/core/ports'
import { answered, pause, pauses, typingAfterMs } from '@ken/outbound'
import { WebApiFailure, WebApiRefusal } from '../api/web-api-failure.ts'
import { callWebApi, type Transport } from '../api/web-api.ts'

const status = 'is searching …'
/** An answer waits for it. */
const timeoutMs = 2_500
/** Most apps may not set it; permissions can be added while Ken runs. */
const refusedPauseSeconds = 600

/** What the platform refuses of one thread alone. */
const threadErrors: readonly string[] = [
  'channel_not_found',
  'invalid_thread_ts',
  'is_archived',
  'thread_not_found',
]

export type WorkingStatus = {
  readonly start: (bot: WorkspaceChatBot, thread: ChatThread) => Typing
  /** To be awaited before an answer is posted: none of the signs that were started shows below it. */
  readonly end: (thread: ChatThread) => Promise<void>
}

/**
 * Shows in the thread that the bot is at work, if its AI features are on and the app has them: the platform has no sign of
 * typing for others. Its sign goes with the answer, or after two minutes.
 */
export function workingStatus(transport: Transport, clock: Clock): WorkingStatus {
  const refused = pauses(clock)
  /** Those of each thread that wait or are being sent. */
  const signs = new Map<string, Set<Sign>>()
  const isRefused = (botId: string) => refused.msOf(botId) > 0

  async function send(
    { botId, botToken: token }: WorkspaceChatBot,
    { channelId, rootId }: ThreadIds,
  ): Promise<void> {
    const fields = { channel_id: channelId, thread_ts: rootId, status }
    const call = { method: 'assistant.threads.setStatus', token, fields, timeoutMs }
    try {
      await callWebApi(transport, call)
    } catch (error) {
      // Optional: the answer comes without it, too.
      const isLasting =
        error instanceof WebApiRefusal
          ? !threadErrors.includes(error.code)
          : error instanceof WebApiFailure && error.fault === 'scope_missing'
      if (isLasting) refused.note(botId, { retryAfterSeconds: refusedPauseSeconds })
    }
  }
  async function show(bot: WorkspaceChatBot, ids: ThreadIds, signal: AbortSignal): Promise<void> {
    await pause(transport.timing, typingAfterMs, signal)
    if (!signal.aborted && !isRefused(bot.botId)) await send(bot, ids)
  }
  function start(bot: WorkspaceChatBot, thread: ChatThread): Typing {
    const stopping = new AbortController()
    const stop = () => stopping.abort(answered)
    const ids = idsOf(thread)
    if (!bot.hasAiFeatures || ids === null || isRefused(bot.botId)) return { stop, write: null }
    const ofThread = signs.get(thread.rootId) ?? new Set<Sign>()
    signs.set(thread.rootId, ofThread)
    const sign: Sign = { stop, ended: show(bot, ids, stopping.signal) }
    ofThread.add(sign)
    void forget(thread, sign)
    return { stop, write: null }
  }
  async function forget({ rootId }: ChatThread, sign: Sign): Promise<void> {
    await sign.ended
    const ofThread = signs.get(rootId)
    ofThread?.delete(sign)
    if (ofThread?.size === 0) signs.delete(rootId)
  }
  async function end({ rootId }: ChatThread): Promise<void> {
    const ofThread = [...(signs.get(rootId) ?? [])]
    for (const { stop } of ofThread) stop()
    await Promise.all(ofThread.map(({ ended }) => ended))
  }
  return { start, end }
}

/** What is shown, or still to be shown. One that is being sent is not stopped: it may have arrived. */
type Sign = { readonly stop: () => void; readonly ended: Promise<void> }

type ThreadIds = { readonly channelId: string; readonly rootId: string }

function idsOf(thread: ChatThread): ThreadIds | null {
  const channelId = withoutWorkspace(thread.channelId)
  const root = workspaceChatMessageOf(thread.rootId)
  return channelId === null || root === null ? null : { channelId, rootId: root.ts }
}
