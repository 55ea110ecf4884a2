import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, readerStandingOf } from '../authorization/standing.ts'
import type { Actor } from '../model/actor.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { Source } from '../model/knowledge/document.ts'

export type ListSources = { readonly actor: Actor }
export type ListedSource = { readonly source: Source; readonly documents: number }

/** Every source with the number of its documents. For Owner, Admin and operator. */
export async function listSources(
  ports: Pick<Ports, 'transact'>,
  { actor }: ListSources,
): Promise<Result<readonly ListedSource[], Forbidden>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await readerStandingOf(stores, actor))) return err({ code: 'account.forbidden' })
    return ok(await stores.documents.countBySource())
  })
}
