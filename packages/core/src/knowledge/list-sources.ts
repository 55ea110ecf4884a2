import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, readerEffectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import type { Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { Source } from '../model/knowledge/document.ts'

export type ListSources = { readonly actor: Actor }
export type ListedSource = {
  readonly source: Source
  readonly documents: number
  /** Since when the documents are being removed. */
  readonly removalRequestedAt: Date | null
}

/** Lists every source with its number of documents. For Owner, Admin and operator. */
export async function listSources(
  ports: Transacts<'accounts' | 'documents' | 'sources'>,
  { actor }: ListSources,
): Promise<Result<readonly ListedSource[], Forbidden>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await readerEffectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    const counted = await stores.documents.countBySource()
    const removals = new Map(
      (await stores.sources.listRemovals()).map(({ source, requestedAt }) => [source, requestedAt]),
    )
    return ok(
      counted.map((row) => ({ ...row, removalRequestedAt: removals.get(row.source) ?? null })),
    )
  })
}
