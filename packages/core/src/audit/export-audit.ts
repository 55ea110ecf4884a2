import { AccessEnded } from '../model/accounts/access-ended.ts'
import type { Forbidden } from '../model/accounts/account-errors.ts'
import { effectiveRoleOf, isAdministrator, peekRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import type { AuditFilter, AuditRecord, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import { auditEntry, type AuditEntry } from '../model/audit-entry.ts'

export type ExportAudit = { readonly actor: Actor; readonly filter: AuditFilter }

const recordsPerRead = 1_000

/**
 * Exports all matching entries, newest first, in batches. The export itself is audited with its filter, before its
 * first record. For Owner, Admin and operator. Ends with `AccessEnded` if the actor may no longer read the next batch,
 * because a download takes as long as its reader.
 */
export async function exportAudit(
  ports: Transacts<'accounts' | 'audit'>,
  { actor, filter }: ExportAudit,
): Promise<Result<AsyncIterable<AuditRecord>, Forbidden>> {
  const permitted = await ports.transact(async (stores) => {
    if (!isAdministrator(await effectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    await stores.audit.append(auditEntry(actor, 'audit.export', 'audit_log', usedOf(filter)))
    return ok(null)
  })
  return permitted.ok ? ok(records(ports, actor, filter)) : permitted
}

/** What a filter restricts an export to. */
function usedOf(filter: AuditFilter): AuditEntry['meta'] {
  const { actorId, action, target, outcome, sessionId, requestId, from, until } = filter
  const all = {
    actor: actorId,
    action,
    target,
    outcome,
    session_id: sessionId,
    request_id: requestId,
    from: from?.toISOString() ?? null,
    until: until?.toISOString() ?? null,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
}

async function* records(
  { transact }: Transacts<'accounts' | 'audit'>,
  actor: Actor,
  filter: AuditFilter,
): AsyncIterable<AuditRecord> {
  let after: AuditRecord['id'] | null = null
  do {
    const page: { readonly after: AuditRecord['id'] | null; readonly limit: number } = {
      after,
      limit: recordsPerRead,
    }
    const { value } = await transact(async (stores) => {
      if (!isAdministrator(await peekRoleOf(stores, actor)))
        throw new AccessEnded('The person may not export the audit log any more.')
      return ok(await stores.audit.list(filter, page))
    })
    yield* value
    after = value.length === recordsPerRead ? (value.at(-1)?.id ?? null) : null
  } while (after !== null)
}
