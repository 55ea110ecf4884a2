import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, readerEffectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import { pageOf, type Page, type PageRequest } from '../model/page.ts'
import type { AuditFilter, AuditRecord, TargetName, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'

export type ListAudit = {
  readonly actor: Actor
  readonly filter: AuditFilter
  readonly page: PageRequest<AuditRecord['id']>
}

/** An entry with what its ids are called now. A name is null if there is none, or no longer. */
export type ListedAuditRecord = AuditRecord & {
  readonly actorName: string | null
  readonly targetName: TargetName | null
  /** The person who was added to or removed from a group. */
  readonly memberName: string | null
}

/** The audit log with names, newest first. For Owner, Admin and operator. */
export async function listAudit(
  ports: Transacts<'accounts' | 'audit'>,
  { actor, filter, page }: ListAudit,
): Promise<Result<Page<ListedAuditRecord, AuditRecord['id']>, Forbidden>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await readerEffectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    const read = await stores.audit.list(filter, { ...page, limit: page.limit + 1 })
    const { items, next } = pageOf(read, page.limit, ({ id }) => id)
    const names = await stores.audit.nameTargets(items.flatMap(targetsOf))
    const nameOf = (target: string | null) => (target === null ? null : (names.get(target) ?? null))
    const named = items.map((item) => ({
      ...item,
      actorName: nameOf(actorOf(item))?.name ?? null,
      targetName: nameOf(item.target),
      memberName: nameOf(memberOf(item))?.name ?? null,
    }))
    return ok({ items: named, next })
  })
}

const actorOf = ({ actorId }: AuditRecord) => (actorId === null ? null : `user:${actorId}`)
const memberOf = ({ meta }: AuditRecord) =>
  typeof meta['user_id'] === 'string' ? `user:${meta['user_id']}` : null
const targetsOf = (record: AuditRecord): readonly string[] =>
  [actorOf(record), record.target, memberOf(record)].flatMap((target) => target ?? [])
