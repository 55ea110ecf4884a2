import type { Operator } from '../../model/actor.ts'
import { auditEntry } from '../../model/audit-entry.ts'
import { ok } from '../../model/result.ts'
import type { Ports, Reindexing, Transacts } from '../../ports/index.ts'

export type ReindexDocuments = { readonly actor: Operator }

const documentsPerBatch = 50

/**
 * Analyzes a batch of the stored documents again for keyword search, after a change of how Ken
 * analyzes words. Call it until it is complete. After an interruption, the next call continues.
 */
export async function reindexDocuments(
  { searchIndex, transact }: Pick<Ports, 'searchIndex'> & Transacts<'audit'>,
  { actor }: ReindexDocuments,
): Promise<Reindexing> {
  const state = await searchIndex.reindex(documentsPerBatch)
  if (state.isComplete)
    await transact(async ({ audit }) =>
      ok(
        await audit.append(
          auditEntry(actor, 'knowledge.reindex', 'documents:all', { documents: state.reindexed }),
        ),
      ),
    )
  return state
}
