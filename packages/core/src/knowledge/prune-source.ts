import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, effectiveRoleOf, peekRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { Source } from '../model/knowledge/document.ts'
import type { PruneRefused } from '../model/knowledge/knowledge-errors.ts'
import { recordImports } from './record-imports.ts'

/** Call it after an import of everything that the source now contains. */
export type PruneSource = {
  readonly actor: Actor
  readonly source: Source
  /** The external ids of all imported documents, without duplicates. */
  readonly kept: readonly string[]
  /** The number of documents that the import created. */
  readonly created: number
  /** Whether more than half of the source's earlier documents may be removed. */
  readonly mayRemoveMost: boolean
  /** The import that this is a part of. */
  readonly importId?: string
}

/**
 * Removes the documents that a source no longer contains, all or none, and returns their number. Refuses to remove more
 * than half of the earlier documents, because that is probably the wrong folder.
 */
export async function pruneSource(
  ports: Transacts<'accounts' | 'audit' | 'documents' | 'now' | 'sources'>,
  { actor, source, kept, created, mayRemoveMost, importId }: PruneSource,
): Promise<Result<number, Forbidden | PruneRefused>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await peekRoleOf(stores, actor))) return err({ code: 'account.forbidden' })
    const removed = await stores.documents.removeAllBut(source, kept)
    const held = removed + kept.length - created
    if (removed * 2 > held && !mayRemoveMost)
      return err({ code: 'knowledge.prune_refused', removed, held })
    if (!isAdministrator(await effectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    if (removed > 0)
      await stores.audit.append(
        auditEntry(actor, 'knowledge.prune', `source:${source}`, { removed }),
      )
    await recordImports(stores, actor, importId, [{ source, upserted: 0, removed }])
    return ok(removed)
  })
}
