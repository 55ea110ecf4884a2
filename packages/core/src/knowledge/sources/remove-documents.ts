import { effectiveRoleOf, isAdministrator, peekRoleOf } from '../../authorization/effective-role.ts'
import type { Forbidden } from '../../model/accounts/account-errors.ts'
import type { Actor } from '../../model/actor.ts'
import { auditEntry } from '../../model/audit-entry.ts'
import type { Source } from '../../model/knowledge/document.ts'
import { err, ok, type Result } from '../../model/result.ts'
import type { Transacts } from '../../ports/index.ts'
import { recordImports } from '../imports/record-imports.ts'

/** At most `documentsPerRemovalMax` external ids. */
export type RemoveDocuments = {
  readonly actor: Actor
  readonly source: Source
  readonly externalIds: readonly string[]
}

export const documentsPerRemovalMax = 500

/** Removes documents of a source, and returns the number of those that existed. Idempotent. */
export async function removeDocuments(
  ports: Transacts<'accounts' | 'audit' | 'documents' | 'now' | 'sources'>,
  { actor, source, externalIds }: RemoveDocuments,
): Promise<Result<number, Forbidden>> {
  if (externalIds.length > documentsPerRemovalMax)
    throw new RangeError(`at most ${documentsPerRemovalMax} documents per removal`)
  return ports.transact(async (stores) => {
    if (!isAdministrator(await peekRoleOf(stores, actor))) return err({ code: 'account.forbidden' })
    const removed = await stores.documents.remove(source, externalIds)
    if (!isAdministrator(await effectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    if (removed === 0) return ok(removed)
    await stores.audit.append(
      auditEntry(actor, 'knowledge.remove', `source:${source}`, { removed }),
    )
    await recordImports(stores, actor, undefined, [{ source, upserted: 0, removed }])
    return ok(removed)
  })
}
