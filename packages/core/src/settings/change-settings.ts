import type { Forbidden } from '../model/accounts/account-errors.ts'
import type { OrganisationNameInvalid } from '../model/settings-errors.ts'
import { displayName, roles, type Role } from '../model/accounts/account.ts'
import { mayDo } from '../model/accounts/permissions.ts'
import { effectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Settings, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'

export type ChangeSettings = {
  readonly actor: Actor
  /** Undefined keeps them. */
  readonly mfaRequiredRoles?: readonly Role[] | undefined
  /** Null removes it; undefined keeps it. */
  readonly organisationName?: string | null | undefined
}

/**
 * Sets the roles that require a second factor, the name of the organisation, or both; concurrent changes run one after
 * the other. Applies immediately: sessions without a required factor may only enrol it. Setting the current values is
 * not a change and is not audited. For Owner and operator only, because an Admin could otherwise weaken the protection
 * of Owners.
 */
export async function changeSettings(
  ports: Transacts<'accounts' | 'audit' | 'settings'>,
  { actor, ...input }: ChangeSettings,
): Promise<Result<Settings, Forbidden | OrganisationNameInvalid>> {
  const organisationName =
    typeof input.organisationName === 'string'
      ? displayName(input.organisationName)
      : input.organisationName
  if (organisationName === null && typeof input.organisationName === 'string')
    return err({ code: 'settings.organisation_name_invalid' })
  return ports.transact(async (stores) => {
    const effectiveRole = await effectiveRoleOf(stores, actor)
    if (effectiveRole === null || !mayDo(effectiveRole, 'settings.change'))
      return err({ code: 'account.forbidden' })
    const before = await stores.settings.lock()
    const settings: Settings = {
      mfaRequiredRoles: roles.filter((role) =>
        (input.mfaRequiredRoles ?? before.mfaRequiredRoles).includes(role),
      ),
      organisationName: organisationName === undefined ? before.organisationName : organisationName,
    }
    if (isSame(settings, before)) return ok(settings)
    await stores.settings.update(settings)
    const meta = {
      mfa_required_roles: settings.mfaRequiredRoles.join(),
      before: before.mfaRequiredRoles.join(),
      ...(settings.organisationName !== before.organisationName && {
        organisation_name: settings.organisationName,
        organisation_name_before: before.organisationName,
      }),
    }
    await stores.audit.append(auditEntry(actor, 'settings.change', 'settings:organisation', meta))
    return ok(settings)
  })
}

const isSame = (settings: Settings, before: Settings): boolean =>
  settings.organisationName === before.organisationName &&
  roles.every(
    (role) => settings.mfaRequiredRoles.includes(role) === before.mfaRequiredRoles.includes(role),
  )
