import type { Forbidden } from '../model/accounts/account-errors.ts'
import type { Actor } from '../model/actor.ts'
import { changeBot } from '../chat/settings/switching.ts'
import type { BotMessengerError } from '../model/bot-messenger/bot-messenger-errors.ts'
import type { BotMessengerSettings } from '../model/bot-messenger/bot-messenger-settings.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { BotSettingsStores, Ports, Transacts } from '../ports/index.ts'
import {
  changedBotMessenger,
  parseBotMessengerChange,
  type BotMessengerInput,
} from './bot-messenger-change.ts'
import { botMessengerSetup } from './bot-messenger-setup.ts'
import { botMessengerStatus, type BotMessengerStatus } from './bot-messenger-status.ts'

export type ChangeBotMessenger = BotMessengerInput & { readonly actor: Actor }

type Insecure = Extract<BotMessengerError, { readonly code: 'bot_messenger.webhook_insecure' }>

/** Changes token, address, transport and switch of the bot, as `changeBot` does. The first bot, another bot and another address remove all links. */
export async function changeBotMessenger(
  ports: Pick<
    Ports,
    'cipher' | 'attemptLimits' | 'log' | 'chatHealth' | 'chatPlatforms' | 'secrets'
  > &
    Transacts<'accounts' | 'audit' | 'chatMarks' | 'identities' | 'now' | BotSettingsStores>,
  { actor, ...input }: ChangeBotMessenger,
): Promise<Result<BotMessengerStatus, Forbidden | BotMessengerError>> {
  const { webhook } = ports.chatPlatforms.bot_messenger
  const parsed = parseBotMessengerChange(input)
  if (!parsed.ok) return parsed
  const changed = await changeBot(ports, botMessengerSetup, {
    actor,
    change: (before): Result<BotMessengerSettings, Insecure> => {
      const after = changedBotMessenger(before, parsed.value, ports)
      const isPosted = after.enabled || parsed.value.transport !== undefined
      return after.transport === 'webhook' && isPosted && webhook.address === null
        ? err({ code: 'bot_messenger.webhook_insecure' })
        : ok(after)
    },
  })
  return changed.ok ? ok(await botMessengerStatus(ports, changed.value)) : changed
}
