import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, readerStandingOf } from '../authorization/standing.ts'
import type { Actor } from '../model/actor.ts'
import type { Ports, Settings } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'

export type ShowSettings = { readonly actor: Actor }

/** The settings of the organisation. For Owner, Admin and operator. */
export async function showSettings(
  ports: Pick<Ports, 'transact'>,
  { actor }: ShowSettings,
): Promise<Result<Settings, Forbidden>> {
  return ports.transact(async (stores) =>
    isAdministrator(await readerStandingOf(stores, actor))
      ? ok(await stores.settings.read())
      : err({ code: 'account.forbidden' }),
  )
}
