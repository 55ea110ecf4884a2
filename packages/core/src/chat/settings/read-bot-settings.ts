import { isAdministrator, readerEffectiveRoleOf } from '../../authorization/effective-role.ts'
import type { Forbidden } from '../../model/accounts/account-errors.ts'
import type { Actor } from '../../model/actor.ts'
import type { BotArea } from '../../model/chat/bot-errors.ts'
import type { BotSettings } from '../../model/chat/bot-settings.ts'
import { err, ok, type Result } from '../../model/result.ts'
import type { BotSettingsStores, Transacts } from '../../ports/index.ts'
import type { BotSetup } from './probing.ts'

/** The settings of the bot of a chat. For Owner, Admin and operator. */
export const readBotSettings = async <Settings extends BotSettings>(
  { transact }: Transacts<'accounts' | BotSettingsStores>,
  { settingsOf }: Pick<BotSetup<BotArea, Settings, string>, 'settingsOf'>,
  actor: Actor,
): Promise<Result<Settings, Forbidden>> =>
  transact(async (stores): Promise<Result<Settings, Forbidden>> => {
    if (!isAdministrator(await readerEffectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    return ok(await settingsOf(stores).read())
  })
