import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, readerEffectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import type { AuditFilter, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'

export type CountAudit = { readonly actor: Actor; readonly filter: AuditFilter }
export type AuditCount = {
  readonly count: number
  /** There are more entries than were counted. */
  readonly isCapped: boolean
}

/** Counting more takes too long, and no one reads an export of that size. */
export const auditCountMax = 200_000

/** Counts the matching entries of the audit log. For Owner, Admin and operator. */
export async function countAudit(
  ports: Transacts<'accounts' | 'audit'>,
  { actor, filter }: CountAudit,
): Promise<Result<AuditCount, Forbidden>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await readerEffectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    const count = await stores.audit.count(filter, auditCountMax + 1)
    return ok({ count: Math.min(count, auditCountMax), isCapped: count > auditCountMax })
  })
}
