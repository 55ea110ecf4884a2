import type { Forbidden } from '../accounts/account-errors.ts'
import type { AccountId } from '../accounts/account.ts'
import { isAdministrator, standingOf } from '../accounts/standing.ts'
import type { Actor } from '../actor.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../result.ts'
import { keyState, type Key, type KeyId, type KeyState } from './key.ts'

export type ListKeys = {
  readonly actor: Actor
  /** Null for everybody's keys: Owner, Admin and operator only. */
  readonly ownerId: AccountId | null
  /** Continues behind this key. */
  readonly before: KeyId | null
  readonly limit: number
}
export type ListedKey = Key & { readonly state: KeyState }

/** Keys without their secrets, newest first: a person's own, or everybody's for those who oversee them. */
export async function listKeys(
  ports: Pick<Ports, 'transact'>,
  { actor, ownerId, before, limit }: ListKeys,
): Promise<Result<readonly ListedKey[], Forbidden>> {
  return ports.transact(async (stores) => {
    const standing = await standingOf(stores, actor)
    const own = standing !== null && standing.id !== null && standing.id === ownerId
    if (!own && !isAdministrator(standing)) return err({ code: 'account.forbidden' })
    const now = await stores.now()
    const keys = await stores.keys.list({ ownerId, before, limit })
    return ok(keys.map((key) => ({ ...key, state: keyState(key, now) })))
  })
}
