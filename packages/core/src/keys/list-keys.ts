import type { Forbidden } from '../model/accounts/account-errors.ts'
import type { AccountId } from '../model/accounts/account.ts'
import { isAdministrator, readerStandingOf } from '../authorization/standing.ts'
import type { Actor } from '../model/actor.ts'
import { pageOf, type Page, type PageWanted } from '../model/page.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import { listedKeyStatus, type KeyId, type KeyWithPeople, type ListedKeyStatus } from '../model/keys/key.ts'

export type ListKeys = {
  readonly actor: Actor
  /** Null for everybody's keys: Owner, Admin and operator only. */
  readonly ownerId: AccountId | null
  /** Only the keys that this person is responsible for: their own, and the service keys that end with their role. */
  readonly responsibleId?: AccountId | null | undefined
  readonly page: PageWanted<KeyId>
}
export type ListedKey = KeyWithPeople & { readonly status: ListedKeyStatus }

/** Keys without their secrets, newest first: a person's own, or everybody's for those who oversee them. */
export async function listKeys(
  ports: Pick<Ports, 'transact'>,
  { actor, page, ownerId, responsibleId = null }: ListKeys,
): Promise<Result<Page<ListedKey, KeyId>, Forbidden>> {
  return ports.transact(async (stores) => {
    const standing = await readerStandingOf(stores, actor)
    const own = standing !== null && standing.id !== null && standing.id === ownerId
    if (!own && !isAdministrator(standing)) return err({ code: 'account.forbidden' })
    const now = await stores.now()
    const keys = await stores.keys.list({ ownerId, responsibleId }, { ...page, limit: page.limit + 1 })
    const listed = keys.map((key) => ({ ...key, status: listedKeyStatus(key, now) }))
    return ok(pageOf(listed, page.limit, ({ id }) => id))
  })
}
