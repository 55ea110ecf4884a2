import type { Person } from '../../model/actor.ts'
import type { Source } from '../../model/knowledge/document.ts'
import type { Ports, Transacts } from '../../ports/index.ts'
import { ok } from '../../model/result.ts'

export type ListOwnSources = { readonly actor: Person }

/** The sources in which the person may see at least one document, by name. */
export async function listOwnSources(
  ports: Pick<Ports, 'accountHolders'> & Transacts<'documents'>,
  { actor }: ListOwnSources,
): Promise<readonly Source[]> {
  const holder = await ports.accountHolders.findById(actor.userId, actor.sessionId)
  if (holder?.status !== 'active') return []
  const { value } = await ports.transact(async ({ documents }) =>
    ok(await documents.listSources(holder.principals)),
  )
  return value
}
