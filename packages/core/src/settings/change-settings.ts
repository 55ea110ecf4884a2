import type { Forbidden } from '../model/accounts/account-errors.ts'
import { roles, type Role } from '../model/accounts/account.ts'
import { mayDo } from '../model/accounts/permissions.ts'
import { effectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Settings, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'

export type ChangeSettings = { readonly actor: Actor; readonly mfaRequiredRoles: readonly Role[] }

/**
 * Sets the roles that require a second factor. Applies immediately: sessions without one may only enrol it. For Owner and
 * operator only, because an Admin could otherwise weaken the protection of Owners.
 */
export async function changeSettings(
  ports: Transacts<'accounts' | 'audit' | 'settings'>,
  { actor, ...input }: ChangeSettings,
): Promise<Result<Settings, Forbidden>> {
  return ports.transact(async (stores) => {
    const effectiveRole = await effectiveRoleOf(stores, actor)
    if (effectiveRole === null || !mayDo(effectiveRole, 'settings.change'))
      return err({ code: 'account.forbidden' })
    const before = await stores.settings.read()
    const settings: Settings = {
      mfaRequiredRoles: roles.filter((role) => input.mfaRequiredRoles.includes(role)),
    }
    await stores.settings.update(settings)
    const meta = {
      mfa_required_roles: settings.mfaRequiredRoles.join(),
      before: before.mfaRequiredRoles.join(),
    }
    await stores.audit.append(auditEntry(actor, 'settings.change', 'settings:organisation', meta))
    return ok(settings)
  })
}
