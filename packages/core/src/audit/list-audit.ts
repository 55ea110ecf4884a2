import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, readerStandingOf } from '../authorization/standing.ts'
import type { Actor } from '../model/actor.ts'
import { pageOf, type Page, type PageWanted } from '../model/page.ts'
import type { AuditFilter, AuditRecord, Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'

export type ListAudit = { readonly actor: Actor; readonly filter: AuditFilter; readonly page: PageWanted<AuditRecord['id']> }

/** What was done in Ken, newest first. For Owner, Admin and operator. */
export async function listAudit(
  ports: Pick<Ports, 'transact'>,
  { actor, filter, page }: ListAudit,
): Promise<Result<Page<AuditRecord, AuditRecord['id']>, Forbidden>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await readerStandingOf(stores, actor))) return err({ code: 'account.forbidden' })
    const read = await stores.audit.list(filter, { ...page, limit: page.limit + 1 })
    return ok(pageOf(read, page.limit, ({ id }) => id))
  })
}
