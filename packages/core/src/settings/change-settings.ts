import type { Forbidden } from '../model/accounts/account-errors.ts'
import { roles, type Role } from '../model/accounts/account.ts'
import { standingOf } from '../authorization/standing.ts'
import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Ports, Settings } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'

export type ChangeSettings = { readonly actor: Actor; readonly mfaRequiredRoles: readonly Role[] }

/**
 * Decides which roles must have a second factor. It holds at once: whoever lacks one gets nowhere but to enrolment.
 * For Owner and operator only, because an Admin could otherwise disarm the Owners.
 */
export async function changeSettings(
  ports: Pick<Ports, 'transact'>,
  { actor, ...input }: ChangeSettings,
): Promise<Result<Settings, Forbidden>> {
  return ports.transact(async (stores) => {
    if ((await standingOf(stores, actor))?.role !== 'Owner') return err({ code: 'account.forbidden' })
    const before = await stores.settings.read()
    const settings: Settings = { mfaRequiredRoles: roles.filter((role) => input.mfaRequiredRoles.includes(role)) }
    await stores.settings.update(settings)
    const meta = { mfa_required_roles: settings.mfaRequiredRoles.join(), before: before.mfaRequiredRoles.join() }
    await stores.audit.append(auditEntry(actor, 'settings.change', 'settings:organisation', meta))
    return ok(settings)
  })
}
