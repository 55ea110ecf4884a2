import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, readerEffectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import type { Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { Source } from '../model/knowledge/document.ts'

export type ListSources = { readonly actor: Actor }
export type ListedSource = { readonly source: Source; readonly documents: number }

/** Lists every source with its number of documents. For Owner, Admin and operator. */
export async function listSources(
  ports: Transacts<'accounts' | 'documents'>,
  { actor }: ListSources,
): Promise<Result<readonly ListedSource[], Forbidden>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await readerEffectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    return ok(await stores.documents.countBySource())
  })
}
