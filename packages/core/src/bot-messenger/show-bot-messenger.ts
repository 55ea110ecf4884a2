import { readBotSettings } from '../chat/settings/read-bot-settings.ts'
import type { Forbidden } from '../model/accounts/account-errors.ts'
import type { Actor } from '../model/actor.ts'
import { ok, type Result } from '../model/result.ts'
import type { BotSettingsStores, Ports, Transacts } from '../ports/index.ts'
import { botMessengerSetup } from './bot-messenger-setup.ts'
import { botMessengerStatus, type BotMessengerStatus } from './bot-messenger-status.ts'

export type ShowBotMessenger = { readonly actor: Actor }

/** The settings of the bot, and whether messages to it arrive. For Owner, Admin and operator. */
export async function showBotMessenger(
  ports: Pick<Ports, 'chatHealth' | 'chatPlatforms'> &
    Transacts<'accounts' | 'chatMarks' | BotSettingsStores>,
  { actor }: ShowBotMessenger,
): Promise<Result<BotMessengerStatus, Forbidden>> {
  const found = await readBotSettings(ports, botMessengerSetup, actor)
  return found.ok ? ok(await botMessengerStatus(ports, found.value)) : found
}
