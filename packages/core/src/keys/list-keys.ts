import type { Forbidden } from '../accounts/account-errors.ts'
import type { AccountId } from '../accounts/account.ts'
import { isAdministrator, standingOf } from '../accounts/standing.ts'
import type { Actor } from '../actor.ts'
import { pageOf, type Page, type PageWanted } from '../page.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../result.ts'
import { keyStatus, type KeyId, type KeyStatus, type KeyWithOwner } from './key.ts'

export type ListKeys = {
  readonly actor: Actor
  /** Null for everybody's keys: Owner, Admin and operator only. */
  readonly ownerId: AccountId | null
  readonly page: PageWanted<KeyId>
}
export type ListedKey = KeyWithOwner & { readonly status: KeyStatus }

/** Keys without their secrets, newest first: a person's own, or everybody's for those who oversee them. */
export async function listKeys(
  ports: Pick<Ports, 'transact'>,
  { actor, ownerId, page }: ListKeys,
): Promise<Result<Page<ListedKey, KeyId>, Forbidden>> {
  return ports.transact(async (stores) => {
    const standing = await standingOf(stores, actor)
    const own = standing !== null && standing.id !== null && standing.id === ownerId
    if (!own && !isAdministrator(standing)) return err({ code: 'account.forbidden' })
    const now = await stores.now()
    const keys = await stores.keys.list(ownerId, { ...page, limit: page.limit + 1 })
    const listed = keys.map((key) => ({ ...key, status: keyStatus(key, now) }))
    return ok(pageOf(listed, page.limit, ({ id }) => id))
  })
}
