import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, standingOf } from '../authorization/standing.ts'
import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { Source } from '../model/knowledge/document.ts'
import type { PruneRefused } from '../model/knowledge/knowledge-errors.ts'

/** Called after an import of everything that the source has now. */
export type PruneSource = {
  readonly actor: Actor
  readonly source: Source
  /** The external ids of all that was imported, each once. */
  readonly kept: readonly string[]
  /** How many of them the import created. */
  readonly created: number
  /** Whether more than half may go of what Ken held of the source before the import. */
  readonly mayRemoveMost: boolean
}

/**
 * Removes the documents of a source that it no longer has, all or none, and answers how many. Refuses to remove more
 * than half of what was there before, because that is rather a wrong folder than a source that shrank.
 */
export async function pruneSource(
  ports: Pick<Ports, 'transact'>,
  { actor, source, kept, created, mayRemoveMost }: PruneSource,
): Promise<Result<number, Forbidden | PruneRefused>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await standingOf(stores, actor))) return err({ code: 'account.forbidden' })
    const removed = await stores.documents.removeAllBut(source, kept)
    const held = removed + kept.length - created
    if (removed * 2 > held && !mayRemoveMost) return err({ code: 'knowledge.prune_refused', removed, held })
    if (removed > 0) await stores.audit.append(auditEntry(actor, 'knowledge.prune', `source:${source}`, { removed }))
    return ok(removed)
  })
}
