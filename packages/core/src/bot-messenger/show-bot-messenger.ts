import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, readerEffectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import type { BotMessengerSettings } from '../model/bot-messenger/bot-messenger-settings.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { Ports, Transacts } from '../ports/index.ts'
import { botMessengerStatus, type BotMessengerStatus } from './bot-messenger-status.ts'

export type ShowBotMessenger = { readonly actor: Actor }

/** The settings of the bot, and whether messages to it arrive. For Owner, Admin and operator. */
export async function showBotMessenger(
  ports: Pick<Ports, 'chatHealth' | 'chatPlatforms'> &
    Transacts<'accounts' | 'chatMarks' | 'botMessengerSettings'>,
  { actor }: ShowBotMessenger,
): Promise<Result<BotMessengerStatus, Forbidden>> {
  const found = await ports.transact(
    async (stores): Promise<Result<BotMessengerSettings, Forbidden>> => {
      if (!isAdministrator(await readerEffectiveRoleOf(stores, actor)))
        return err({ code: 'account.forbidden' })
      return ok(await stores.botMessengerSettings.read())
    },
  )
  return found.ok ? ok(await botMessengerStatus(ports, found.value)) : found
}
