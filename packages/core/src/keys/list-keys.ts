import type { Forbidden } from '../model/accounts/account-errors.ts'
import type { AccountId } from '../model/accounts/account.ts'
import { isAdministrator, readerEffectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import { pageOf, type Page, type PageRequest } from '../model/page.ts'
import type { Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import {
  anyKey,
  listedKeyStatus,
  type KeyFilter,
  type KeyId,
  type KeyWithPeople,
  type ListedKeyStatus,
} from '../model/keys/key.ts'
import { noWeek, type KeyWeek } from '../model/keys/usage.ts'

export type ListKeys = {
  readonly actor: Actor
  /** Null for everyone's keys: Owner, Admin and operator only. */
  readonly ownerId: AccountId | null
  readonly filter?: Partial<Omit<KeyFilter, 'ownerId'>>
  readonly page: PageRequest<KeyId>
}
export type ListedKey = KeyWithPeople & {
  readonly status: ListedKeyStatus
  readonly week: KeyWeek
}

/** Lists keys without their secrets, newest first: the person's own, or everyone's for Owner, Admin and operator. */
export async function listKeys(
  ports: Transacts<'accounts' | 'keys' | 'keyUsage' | 'now'>,
  { actor, page, ownerId, filter = {} }: ListKeys,
): Promise<Result<Page<ListedKey, KeyId>, Forbidden>> {
  return ports.transact(async (stores) => {
    const effectiveRole = await readerEffectiveRoleOf(stores, actor)
    const own = effectiveRole !== null && effectiveRole.id !== null && effectiveRole.id === ownerId
    if (!own && !isAdministrator(effectiveRole)) return err({ code: 'account.forbidden' })
    const now = await stores.now()
    const keys = await stores.keys.list(
      { ...anyKey, ...filter, ownerId },
      { ...page, limit: page.limit + 1 },
    )
    const weeks = await stores.keyUsage.listWeeks(
      keys.map(({ id }) => id),
      now,
    )
    const listed = keys.map((key) => ({
      ...key,
      status: listedKeyStatus(key, now),
      week: weeks.get(key.id) ?? noWeek,
    }))
    return ok(pageOf(listed, page.limit, ({ id }) => id))
  })
}
