import { listenerFaults, type Ports } from '../ports/index.ts'
import { ok } from '../model/result.ts'
import type { DropCounts } from '../model/team-chat/direct-message.ts'
import { isAvailable, type TeamChatSettings } from '../model/team-chat/team-chat-settings.ts'

/** Why nothing that is written to the bot arrives. `no_listener`: none has said anything for 90 seconds. A closed list. */
export const deliveryFaults = ['off', 'no_listener', ...listenerFaults] as const
export type DeliveryFault = (typeof deliveryFaults)[number]

/** Whether what is written to the bot arrives, apart from what a probe says. */
export type Delivery = {
  readonly state: 'listening' | 'not_connected'
  /** Null while that is not known. */
  readonly since: Date | null
  /** Null while it listens. */
  readonly reason: DeliveryFault | null
  /** How many events the bot did not answer because they were none for it, or not proven to be. */
  readonly dropped: DropCounts
}

/** What administrators see of the settings: everything but the token, which nobody sees again. */
export type ShownTeamChat = Omit<TeamChatSettings, 'botTokenEnc'> & {
  readonly hasToken: boolean
  readonly isAvailable: boolean
  readonly delivery: Delivery
}

export async function shownTeamChat(
  ports: Pick<Ports, 'teamChatHealth' | 'transact'>,
  settings: TeamChatSettings,
): Promise<ShownTeamChat> {
  const { botTokenEnc, ...rest } = settings
  const delivery = await deliveryTo(ports, settings)
  return { ...rest, hasToken: botTokenEnc !== null, isAvailable: isAvailable(settings), delivery }
}

async function deliveryTo(
  { teamChatHealth, transact }: Pick<Ports, 'teamChatHealth' | 'transact'>,
  settings: TeamChatSettings,
): Promise<Delivery> {
  const { botUserId: botId } = settings
  if (botId === null) return { state: 'not_connected', since: null, reason: 'off', dropped: {} }
  const { value: dropped } = await transact(async ({ chatMarks }) => ok(await chatMarks.findDropped(botId)))
  if (!isAvailable(settings)) return { state: 'not_connected', since: null, reason: 'off', dropped }
  const report = await teamChatHealth.read(botId)
  if (report === null) return { state: 'not_connected', since: null, reason: 'no_listener', dropped }
  return { reason: null, ...report, dropped }
}
