import { listenerFaults, type Ports, type Transacts } from '../ports/index.ts'
import { ok } from '../model/result.ts'
import type { DropCounts } from '../model/chat/chat-message.ts'
import { isAvailable, type TeamChatSettings } from '../model/team-chat/team-chat-settings.ts'

/** Why messages to the bot do not arrive. `no_listener`: no report for 90 seconds. A closed list. */
export const deliveryFaults = ['off', 'no_listener', ...listenerFaults] as const
export type DeliveryFault = (typeof deliveryFaults)[number]

/** Whether messages to the bot arrive, as its listener reports. */
export type Delivery = {
  readonly state: 'listening' | 'not_connected'
  /** Null while unknown. */
  readonly since: Date | null
  /** Null while it listens. */
  readonly reason: DeliveryFault | null
  /** How many events were dropped, by reason. */
  readonly dropped: DropCounts
}

/** The settings as administrators see them: without the token, which is never shown again. */
export type TeamChatStatus = Omit<TeamChatSettings, 'botTokenEnc'> & {
  readonly hasToken: boolean
  readonly isAvailable: boolean
  readonly updatedAt: Date
  readonly delivery: Delivery
}

export async function teamChatStatus(
  ports: Pick<Ports, 'chatHealth'> & Transacts<'chatMarks' | 'teamChatSettings'>,
  settings: TeamChatSettings,
): Promise<TeamChatStatus> {
  const { botTokenEnc, ...rest } = settings
  const delivery = await deliveryTo(ports, settings)
  const { value: updatedAt } = await ports.transact(async ({ teamChatSettings }) =>
    ok(await teamChatSettings.findUpdatedAt()),
  )
  const hasToken = botTokenEnc !== null
  return { ...rest, hasToken, isAvailable: isAvailable(settings), updatedAt, delivery }
}

async function deliveryTo(
  { chatHealth, transact }: Pick<Ports, 'chatHealth'> & Transacts<'chatMarks'>,
  settings: TeamChatSettings,
): Promise<Delivery> {
  const { botUserId: botId } = settings
  if (botId === null) return { state: 'not_connected', since: null, reason: 'off', dropped: {} }
  const { value: dropped } = await transact(async ({ chatMarks }) =>
    ok(await chatMarks.findDropped(botId)),
  )
  if (!isAvailable(settings)) return { state: 'not_connected', since: null, reason: 'off', dropped }
  const report = await chatHealth.read(botId)
  if (report === null)
    return { state: 'not_connected', since: null, reason: 'no_listener', dropped }
  return { reason: null, ...report, dropped }
}
