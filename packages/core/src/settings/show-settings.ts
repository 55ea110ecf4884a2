import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, readerEffectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import type { Settings, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'

export type ShowSettings = { readonly actor: Actor }

/** Returns the settings of the organisation. For Owner, Admin and operator. */
export async function showSettings(
  ports: Transacts<'accounts' | 'settings'>,
  { actor }: ShowSettings,
): Promise<Result<Settings, Forbidden>> {
  return ports.transact(async (stores) =>
    isAdministrator(await readerEffectiveRoleOf(stores, actor))
      ? ok(await stores.settings.read())
      : err({ code: 'account.forbidden' }),
  )
}
