import {
  withoutWorkspace,
  workspaceChatMessageOf,
  type ChatThread,
  type Clock,
  type Typing,
  type WorkspaceChatBot,
} from '@ken/core/ports'
import { WebApiFailure } from '../api/web-api-failure.ts'
import { callWebApi, type Transport } from '../api/web-api.ts'

const status = 'is searching …'
/** Most apps may not set it; permissions can be added while Ken runs. */
const refusedPauseMs = 600_000

/**
 * Shows in the thread that the bot is at work, where the app has the AI features: the platform has no sign of typing for
 * others. Its sign goes with the answer, or after two minutes.
 */
export function workingStatus(transport: Transport, clock: Clock) {
  const refusedUntilMs = new Map<string, number>()

  async function show(
    { botId, botToken: token }: WorkspaceChatBot,
    { channelId, rootId }: ThreadIds,
    signal: AbortSignal,
  ): Promise<void> {
    const nowMs = clock.now().getTime()
    if ((refusedUntilMs.get(botId) ?? 0) > nowMs) return
    const fields = { channel_id: channelId, thread_ts: rootId, status }
    try {
      await callWebApi(transport, { method: 'assistant.threads.setStatus', token, fields, signal })
    } catch (error) {
      // Optional: the answer comes without it, too.
      if (error instanceof WebApiFailure && error.fault === 'scope_missing')
        refusedUntilMs.set(botId, nowMs + refusedPauseMs)
    }
  }
  return (bot: WorkspaceChatBot, thread: ChatThread): Typing => {
    const stopping = new AbortController()
    const ids = idsOf(thread)
    if (ids !== null) void show(bot, ids, stopping.signal)
    return { stop: () => stopping.abort(), write: null }
  }
}

type ThreadIds = { readonly channelId: string; readonly rootId: string }

function idsOf(thread: ChatThread): ThreadIds | null {
  const channelId = withoutWorkspace(thread.channelId)
  const root = workspaceChatMessageOf(thread.rootId)
  return channelId === null || root === null ? null : { channelId, rootId: root.ts }
}
