import { teamChatFaults } from '../model/team-chat/team-chat-errors.ts'
import { botDeliveryFaults, deliveryTo, type BotDelivery } from '../chat/settings/bot-delivery.ts'
import type { Ports, Transacts } from '../ports/index.ts'
import { ok } from '../model/result.ts'
import { isAvailable, type TeamChatSettings } from '../model/team-chat/team-chat-settings.ts'

/** Why messages to the bot do not arrive. A closed list. */
export const deliveryFaults = [...botDeliveryFaults, ...teamChatFaults] as const
export type DeliveryFault = (typeof deliveryFaults)[number]

/** Whether messages to the bot arrive, as its listener reports. */
export type Delivery = BotDelivery<DeliveryFault>

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
  const bot = { botId: settings.botUserId, isAvailable: isAvailable(settings) }
  const delivery = await deliveryTo(ports, deliveryFaults, bot)
  const { value: updatedAt } = await ports.transact(async ({ teamChatSettings }) =>
    ok(await teamChatSettings.findUpdatedAt()),
  )
  const hasToken = botTokenEnc !== null
  return { ...rest, hasToken, isAvailable: isAvailable(settings), updatedAt, delivery }
}
