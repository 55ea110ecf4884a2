import type { Actor } from '../../model/actor.ts'
import type { Transacts } from '../../ports/index.ts'
import { err, ok, type Result } from '../../model/result.ts'
import type { Forbidden } from '../../model/accounts/account-errors.ts'
import { roles, type AccountStatus, type Role } from '../../model/accounts/account.ts'
import { isAdministrator, readerEffectiveRoleOf } from '../../authorization/effective-role.ts'

export type SummarizeAccounts = { readonly actor: Actor }

/** How many people there are. If `isCapped`, there are more than counted. */
export type AccountSummary = {
  readonly total: number
  readonly byRole: Readonly<Record<Role, number>>
  readonly byStatus: Readonly<Record<AccountStatus, number>>
  /** Active people without two-factor authentication. */
  readonly withoutMfaByRole: Readonly<Record<Role, number>>
  readonly isCapped: boolean
}

/** Up to this many accounts of one role, status and state of two-factor authentication are counted. */
export const countedPerKindMax = 10_000

/** Counts people by role, by status, and those without two-factor authentication. For Owner, Admin and operator. */
export async function summarizeAccounts(
  ports: Transacts<'accounts'>,
  { actor }: SummarizeAccounts,
): Promise<Result<AccountSummary, Forbidden>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await readerEffectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    const kinds = await stores.accounts.countByKind(countedPerKindMax)
    const count = (isCounted: (kind: (typeof kinds)[number]) => boolean): number =>
      kinds.filter(isCounted).reduce((sum, { accounts }) => sum + accounts, 0)
    const perRole = (isCounted: (kind: (typeof kinds)[number]) => boolean) =>
      Object.fromEntries(
        roles.map((role) => [role, count((kind) => kind.role === role && isCounted(kind))]),
      ) as Record<Role, number>
    return ok({
      total: count(() => true),
      byRole: perRole(() => true),
      byStatus: {
        active: count(({ status }) => status === 'active'),
        deactivated: count(({ status }) => status === 'deactivated'),
      },
      withoutMfaByRole: perRole(({ status, mfa }) => status === 'active' && mfa === 'missing'),
      isCapped: kinds.some(({ accounts }) => accounts === countedPerKindMax),
    })
  })
}
