import type { Forbidden } from '../model/accounts/account-errors.ts'
import type { Person } from '../model/actor.ts'
import type { KeyId } from '../model/keys/key.ts'
import type { Page, PageRequest } from '../model/page.ts'
import { ok, type Result } from '../model/result.ts'
import type { Transacts } from '../ports/index.ts'
import { listKeys, type ListedKey } from './list-keys.ts'

export type ListOwnKeys = {
  readonly actor: Person
  /** `ended` is expired or revoked; null for both. */
  readonly status: 'active' | 'ended' | null
  readonly page: PageRequest<KeyId>
}
/** A page of the person's keys, and the number of all of them. */
export type OwnKeys = Page<ListedKey, KeyId> & {
  readonly counts: { readonly active: number; readonly ended: number }
}

/** Lists the keys of the person who asks, newest first, as `listKeys` does, and counts them. */
export async function listOwnKeys(
  ports: Transacts<'accounts' | 'keys' | 'keyUsage' | 'now'>,
  { actor, status, page }: ListOwnKeys,
): Promise<Result<OwnKeys, Forbidden>> {
  const { userId: ownerId } = actor
  const listed = await listKeys(ports, { actor, ownerId, filter: { status }, page })
  if (!listed.ok) return listed
  return ports.transact(async ({ keys }) => {
    const active = await keys.countActive(ownerId)
    return ok({ ...listed.value, counts: { active, ended: await keys.countEnded(ownerId) } })
  })
}
