import {
  botMessengerFaults,
  type WebhookError,
} from '../../model/bot-messenger/bot-messenger-errors.ts'
import { teamChatFaults } from '../../model/team-chat/team-chat-errors.ts'
import { workspaceChatFaults } from '../../model/workspace-chat/workspace-chat-errors.ts'

/** Why the platform of a chat does not serve the bot: the closed lists of all platforms. */
export const chatFaults = [
  ...new Set([...teamChatFaults, ...workspaceChatFaults, ...botMessengerFaults]),
] as const
export type ChatFault = (typeof chatFaults)[number]

/**
 * Why a running listener receives nothing. `starting`: it has just started. `token_unreadable`: no
 * key decrypts the token.
 */
export const listenerFaults = ['starting', 'token_unreadable', ...chatFaults] as const
export type ListenerFault = (typeof listenerFaults)[number]

/** What the platform says about posting to Ken. */
export type WebhookReport = {
  readonly pendingUpdates: number
  /** Why posting failed the last time; null if it never did. */
  readonly error: WebhookError | null
  /** When that was, in ISO 8601. */
  readonly errorAt: string | null
}

/** The state of a bot's listener, and since when. */
export type ListenerReport = (
  | { readonly state: 'listening'; readonly since: Date }
  | { readonly state: 'not_connected'; readonly since: Date; readonly reason: ListenerFault }
) & {
  /** Only of a platform that posts to Ken. */
  readonly webhook?: WebhookReport
  /** Only while what was posted earlier is being read back. */
  readonly isCatchingUp?: true
}

/** How long a report is valid. Without a newer one, no listener runs. */
export const listenerReportSeconds = 90

/** The state of delivery, apart from what a probe finds. */
export interface ChatHealth {
  /** Reports the state of a bot's listener for the next 90 seconds. */
  beat(botId: string, report: ListenerReport): Promise<void>

  /** Deletes the report of a bot: it has no listener any more. */
  remove(botId: string): Promise<void>

  /**
   * The last report on a bot; null if none was made within 90 seconds, or it cannot be read now.
   */
  read(botId: string): Promise<ListenerReport | null>
}
