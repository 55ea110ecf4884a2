import type { Forbidden } from '../../model/accounts/account-errors.ts'
import { isAdministrator, readerEffectiveRoleOf } from '../../authorization/effective-role.ts'
import type { Actor } from '../../model/actor.ts'
import {
  removalFailure,
  removalJobsMax,
  type RemovalFailure,
} from '../../model/knowledge/source-removal.ts'
import type { Ports, SourceCounts, SourceImport, Stores, Transacts } from '../../ports/index.ts'
import { err, ok, type Result } from '../../model/result.ts'

export type ListSources = { readonly actor: Actor }
export type ListedSource = Omit<SourceCounts, 'embedded'> & {
  /** The passages with a vector of the configured model; null without one. */
  readonly embedded: number | null
  /** The passages that wait for one; null without a model. */
  readonly pending: number | null
  /** Null if it was before imports were recorded. */
  readonly lastImport: Omit<SourceImport, 'source'> | null
  /** Since when the documents are being removed. */
  readonly removalRequestedAt: Date | null
  /** Why that makes no progress; null while it does. */
  readonly removalFailure: RemovalFailure | null
}

/** Lists every source with its numbers. For Owner, Admin and operator. */
export async function listSources(
  ports: Pick<Ports, 'embedder' | 'jobQueue'> & Transacts<'accounts' | 'sources'>,
  { actor }: ListSources,
): Promise<Result<readonly ListedSource[], Forbidden>> {
  const model = ports.embedder?.model ?? null
  const listed = await ports.transact(async (stores) => {
    if (!isAdministrator(await readerEffectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    // First: a removal that ends in between is then shown, or the source is not. The other order shows a source that stays.
    const { imports, removals } = await readBySource(stores)
    const counted = await stores.sources.listCounts(model)
    return ok(
      counted.map((counts) => ({
        ...counts,
        embedded: model === null ? null : counts.embedded,
        pending: model === null ? null : counts.passages - counts.embedded,
        lastImport: imports.get(counts.source) ?? null,
        removalRequestedAt: removals.get(counts.source) ?? null,
        removalFailure: null,
      })),
    )
  })
  return listed.ok ? ok(await withFailures(ports, listed.value)) : listed
}

/** Adds the failures of removals. A removal that ends or starts meanwhile gets none. */
async function withFailures(
  ports: Pick<Ports, 'jobQueue'> & Transacts<'sources'>,
  listed: readonly ListedSource[],
): Promise<readonly ListedSource[]> {
  if (listed.every(({ removalRequestedAt }) => removalRequestedAt === null)) return listed
  const jobs = Map.groupBy(
    await ports.jobQueue.listRemovals(removalJobsMax),
    ({ source }) => source,
  )
  const { value: still } = await ports.transact(async ({ sources }) =>
    ok(new Map((await sources.listRemovals()).map((one) => [one.source, one.requestedAt]))),
  )
  return listed.map((source) =>
    source.removalRequestedAt?.getTime() === still.get(source.source)?.getTime() &&
    source.removalRequestedAt !== null
      ? { ...source, removalFailure: removalFailure(jobs.get(source.source) ?? []) }
      : source,
  )
}

async function readBySource({ sources }: Pick<Stores, 'sources'>) {
  const imports = await sources.listImports()
  const removals = await sources.listRemovals()
  return {
    imports: new Map(imports.map(({ source, ...last }) => [source, last])),
    removals: new Map(removals.map(({ source, requestedAt }) => [source, requestedAt])),
  }
}
