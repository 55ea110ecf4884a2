import { effectiveRoleOf, isAdministrator } from '../../authorization/effective-role.ts'
import type { Forbidden } from '../../model/accounts/account-errors.ts'
import type { Actor } from '../../model/actor.ts'
import { auditEntry } from '../../model/audit-entry.ts'
import { parseSource, type Source } from '../../model/knowledge/document.ts'
import { removalJobsMax } from '../../model/knowledge/source-removal.ts'
import type { SourceNotFound } from '../../model/knowledge/knowledge-errors.ts'
import { err, ok, type Result } from '../../model/result.ts'
import type { Ports, Transacts } from '../../ports/index.ts'

export type RequestSourceRemoval = { readonly actor: Actor; readonly source: string }
/** `documents` are left to remove. */
export type RequestedSourceRemoval = { readonly source: Source; readonly documents: number }

/**
 * Starts a job that removes all documents of a source. Until it ends, imports of the source are refused. Idempotent: a
 * repeated request queues the job again, in place of those of the source that failed for good.
 */
export async function requestSourceRemoval(
  ports: Pick<Ports, 'jobQueue'> &
    Transacts<'accounts' | 'audit' | 'documents' | 'jobs' | 'now' | 'sources'>,
  { actor, ...input }: RequestSourceRemoval,
): Promise<Result<RequestedSourceRemoval, Forbidden | SourceNotFound>> {
  const failed = (await ports.jobQueue.listRemovals(removalJobsMax)).filter(
    ({ state, source }) => state === 'dead' && source === input.source,
  )
  return ports.transact(async (stores) => {
    if (!isAdministrator(await effectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    const source = parseSource(input.source)
    if (source === null) return err({ code: 'knowledge.source_not_found' })
    const hasStarted = await stores.sources.startRemoval(source, await stores.now())
    const documents = await stores.documents.countIn(source)
    if (hasStarted && documents === 0) return err({ code: 'knowledge.source_not_found' })

    const retried = await stores.jobs.retryDead(failed.map(({ id }) => id))
    if (retried.length === 0) await stores.jobs.enqueue([{ kind: 'remove_source', source }])
    if (hasStarted)
      await stores.audit.append(
        auditEntry(actor, 'knowledge.remove_source', `source:${source}`, { documents }),
      )
    return ok({ source, documents })
  })
}
