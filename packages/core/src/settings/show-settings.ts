import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, readerEffectiveRoleOf } from '../authorization/effective-role.ts'
import { roles, type Role } from '../model/accounts/account.ts'
import type { Actor } from '../model/actor.ts'
import type { Settings, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'

export type ShowSettings = { readonly actor: Actor }

/** The settings, and whom they affect. */
export type ShownSettings = Settings & {
  /** Active people without two-factor authentication, per role; at most `countedPerRoleMax` are counted. */
  readonly missingMfa: Readonly<Record<Role, number>>
}

const countedPerRoleMax = 10_000

/** Returns the settings of the organisation. For Owner, Admin and operator. */
export async function showSettings(
  ports: Transacts<'accounts' | 'settings'>,
  { actor }: ShowSettings,
): Promise<Result<ShownSettings, Forbidden>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await readerEffectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    const kinds = await stores.accounts.countByKind(countedPerRoleMax)
    const missing = (role: Role) =>
      kinds.find((kind) => kind.role === role && kind.status === 'active' && kind.mfa === 'missing')
    const missingMfa = Object.fromEntries(
      roles.map((role) => [role, missing(role)?.accounts ?? 0]),
    ) as Record<Role, number>
    return ok({ ...(await stores.settings.read()), missingMfa })
  })
}
