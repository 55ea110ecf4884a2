import { teamChatFaults } from '../../model/team-chat/team-chat-errors.ts'

/** Why a listener that runs hears nothing. `starting`: it has just begun. `token_unreadable`: no key of the service reads it. */
export const listenerFaults = ['starting', 'token_unreadable', ...teamChatFaults] as const
export type ListenerFault = (typeof listenerFaults)[number]

/** How the listener of a bot is, and since when. */
export type ListenerReport =
  | { readonly state: 'listening'; readonly since: Date }
  | { readonly state: 'not_connected'; readonly since: Date; readonly reason: ListenerFault }

/** For so long a report stands; without another, nobody listens. */
export const listenerReportSeconds = 90

/** How delivery is, apart from what a probe says. */
export interface TeamChatHealth {
  /** Says how the listener of a bot is, for the next 90 seconds. */
  beat(botId: string, report: ListenerReport): Promise<void>

  /** Takes back what was said of a bot: it is not listened for any more. */
  forget(botId: string): Promise<void>

  /** What was said last of a bot; null when nothing was within 90 seconds, or cannot be known now. */
  read(botId: string): Promise<ListenerReport | null>
}
