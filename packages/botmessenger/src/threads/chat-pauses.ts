import type { Clock } from '@ken/core/ports'
import { BotApiFailure } from '../api/bot-api-failure.ts'

/** How long the server wants nothing to be sent to each chat. */
export type ChatPauses = {
  /** The rest of the pause; zero without one. */
  readonly msOf: (channelId: string) => number
  /** Begins a pause if the error is a response that asks for one. */
  readonly note: (channelId: string, error: unknown) => void
}

export function chatPauses(clock: Clock): ChatPauses {
  const untilMs = new Map<string, number>()
  return {
    msOf: (channelId) => {
      const restMs = (untilMs.get(channelId) ?? 0) - clock.now().getTime()
      if (restMs <= 0) untilMs.delete(channelId)
      return Math.max(0, restMs)
    },
    note: (channelId, error) => {
      if (error instanceof BotApiFailure && error.retryAfterSeconds !== null)
        untilMs.set(channelId, clock.now().getTime() + error.retryAfterSeconds * 1_000)
    },
  }
}
