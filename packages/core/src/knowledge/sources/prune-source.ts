import type { Forbidden } from '../../model/accounts/account-errors.ts'
import { isAdministrator, effectiveRoleOf, peekRoleOf } from '../../authorization/effective-role.ts'
import type { Actor } from '../../model/actor.ts'
import { auditEntry } from '../../model/audit-entry.ts'
import type { Transacts } from '../../ports/index.ts'
import { err, ok, type Result } from '../../model/result.ts'
import type { Source } from '../../model/knowledge/document.ts'
import type { PruneRefused } from '../../model/knowledge/knowledge-errors.ts'
import { recordImports } from '../imports/record-imports.ts'

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
  /** Receives, after each part, how many of the documents to remove are removed. If it throws, the rest stays. */
  readonly onProgress?: (removed: number, total: number) => void
}

/** A transaction holds locks for which imports wait. */
const documentsPerPart = 500

/**
 * Removes the documents that a source no longer contains, in parts, and returns their number. If it is interrupted, the
 * next call removes the rest. Refuses to remove more than half of the earlier documents, because that is probably the
 * wrong folder, and removes none then.
 */
export async function pruneSource(
  ports: Transacts<'accounts' | 'audit' | 'documents' | 'now' | 'sources'>,
  command: PruneSource,
): Promise<Result<number, Forbidden | PruneRefused>> {
  const gone = await listGone(ports, command)
  if (!gone.ok) return gone
  let [removed, first] = [0, 0]
  do {
    const part = gone.value.slice(first, (first += documentsPerPart))
    const outcome = await removePart(ports, command, part)
    if (!outcome.ok) return outcome
    removed += outcome.value
    command.onProgress?.(removed, gone.value.length)
  } while (first < gone.value.length)
  return ok(removed)
}

async function listGone(
  ports: Transacts<'accounts' | 'documents' | 'now'>,
  { actor, source, kept, created, mayRemoveMost }: PruneSource,
): Promise<Result<readonly string[], Forbidden | PruneRefused>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await peekRoleOf(stores, actor))) return err({ code: 'account.forbidden' })
    const gone = await stores.documents.listAllBut(source, kept)
    const held = gone.length + kept.length - created
    return gone.length * 2 > held && !mayRemoveMost
      ? err({ code: 'knowledge.prune_refused', removed: gone.length, held })
      : ok(gone)
  })
}

async function removePart(
  ports: Parameters<typeof pruneSource>[0],
  { actor, source, importId }: PruneSource,
  externalIds: readonly string[],
): Promise<Result<number, Forbidden>> {
  return ports.transact(async (stores) => {
    const removed = await stores.documents.remove(source, externalIds)
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
