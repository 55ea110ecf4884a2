import { ok } from '../../model/result.ts'
import type { JobOf, JobOutcome, Transacts } from '../../ports/index.ts'

export const documentsPerStepMax = 500

/**
 * Removes some documents of a source that is being removed, and queues the job for the rest in the same transaction, so
 * that the removal goes on after any interruption. Ends the removal with the last document. A duplicate that runs later
 * does nothing.
 */
export async function removeSource(
  ports: Transacts<'documents' | 'jobs' | 'sources'>,
  { source }: JobOf<'remove_source'>,
): Promise<JobOutcome> {
  return ports.transact(async ({ documents, jobs, sources }) => {
    if (!(await sources.lockRemoval(source))) return ok(null)
    const hasMore = await documents.removeSome(source, documentsPerStepMax)
    if (hasMore) await jobs.enqueue([{ kind: 'remove_source', source }])
    else await sources.endRemoval(source)
    return ok(null)
  })
}
