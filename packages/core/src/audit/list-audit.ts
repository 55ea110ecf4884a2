import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, readerEffectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import { pageOf, type Page, type PageRequest } from '../model/page.ts'
import type { AuditFilter, AuditRecord, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'

export type ListAudit = {
  readonly actor: Actor
  readonly filter: AuditFilter
  readonly page: PageRequest<AuditRecord['id']>
}

/** The audit log, newest first. For Owner, Admin and operator. */
export async function listAudit(
  ports: Transacts<'accounts' | 'audit'>,
  { actor, filter, page }: ListAudit,
): Promise<Result<Page<AuditRecord, AuditRecord['id']>, Forbidden>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await readerEffectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    const read = await stores.audit.list(filter, { ...page, limit: page.limit + 1 })
    return ok(pageOf(read, page.limit, ({ id }) => id))
  })
}
