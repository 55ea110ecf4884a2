import { botDeliveryFaults, deliveryTo, type BotDelivery } from '../chat/settings/bot-delivery.ts'
import { botMessengerFaults } from '../model/bot-messenger/bot-messenger-errors.ts'
import {
  isMessengerAvailable,
  type BotMessengerSettings,
} from '../model/bot-messenger/bot-messenger-settings.ts'
import { ok } from '../model/result.ts'
import type { Ports, Transacts } from '../ports/index.ts'

/** Why messages to the bot do not arrive. A closed list. */
export const messengerDeliveryFaults = [...botDeliveryFaults, ...botMessengerFaults] as const
export type MessengerDeliveryFault = (typeof messengerDeliveryFaults)[number]

/** The settings as administrators see them: without the token, which is never shown again. */
export type BotMessengerStatus = Omit<
  BotMessengerSettings,
  'botTokenEnc' | 'webhookSecretEnc' | 'webhookAddresses'
> & {
  readonly hasToken: boolean
  /** Where the platform posts; null while Ken fetches the messages. */
  readonly webhookAddress: string | null
  readonly isAvailable: boolean
  readonly updatedAt: Date
  readonly delivery: BotDelivery<MessengerDeliveryFault>
}

export async function botMessengerStatus(
  ports: Pick<Ports, 'chatHealth' | 'chatPlatforms'> &
    Transacts<'chatMarks' | 'botMessengerSettings'>,
  settings: BotMessengerSettings,
): Promise<BotMessengerStatus> {
  const { botTokenEnc, webhookSecretEnc: _secret, webhookAddresses: _addresses, ...rest } = settings
  const isAvailable = isMessengerAvailable(settings)
  const bot = { botId: settings.botUserId, isAvailable }
  const delivery = await deliveryTo(ports, messengerDeliveryFaults, bot)
  const { value: updatedAt } = await ports.transact(async ({ botMessengerSettings }) =>
    ok(await botMessengerSettings.findUpdatedAt()),
  )
  const { address } = ports.chatPlatforms.bot_messenger.webhook
  const webhookAddress = settings.transport === 'webhook' ? address : null
  return {
    ...rest,
    webhookAddress,
    hasToken: botTokenEnc !== null,
    isAvailable,
    updatedAt,
    delivery,
  }
}
