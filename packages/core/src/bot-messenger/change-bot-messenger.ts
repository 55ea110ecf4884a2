import type { Forbidden } from '../model/accounts/account-errors.ts'
import type { Actor } from '../model/actor.ts'
import { changeBot } from '../chat/settings/switching.ts'
import type { BotSettingsStores } from '../chat/settings/probing.ts'
import type { BotMessengerError } from '../model/bot-messenger/bot-messenger-errors.ts'
import type { BotMessengerSettings } from '../model/bot-messenger/bot-messenger-settings.ts'
import { ok, type Result } from '../model/result.ts'
import type { Ports, Transacts } from '../ports/index.ts'
import {
  changedBotMessenger,
  parseBotMessengerChange,
  type BotMessengerInput,
} from './bot-messenger-change.ts'
import { botMessengerSetup } from './bot-messenger-setup.ts'
import { botMessengerStatus, type BotMessengerStatus } from './bot-messenger-status.ts'

export type ChangeBotMessenger = BotMessengerInput & { readonly actor: Actor }

/** Changes token, address and switch of the bot, as `changeBot` does. The first bot, another bot and another address remove all links. */
export async function changeBotMessenger(
  ports: Pick<Ports, 'cipher' | 'attemptLimits' | 'log' | 'chatHealth' | 'chatPlatforms'> &
    Transacts<'accounts' | 'audit' | 'chatMarks' | 'identities' | 'now' | BotSettingsStores>,
  { actor, ...input }: ChangeBotMessenger,
): Promise<Result<BotMessengerStatus, Forbidden | BotMessengerError>> {
  const parsed = parseBotMessengerChange(input)
  if (!parsed.ok) return parsed
  const changed = await changeBot(ports, botMessengerSetup, {
    actor,
    change: (before): Result<BotMessengerSettings, never> =>
      ok(changedBotMessenger(before, parsed.value, ports)),
  })
  return changed.ok ? ok(await botMessengerStatus(ports, changed.value)) : changed
}
