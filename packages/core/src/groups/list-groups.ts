import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, readerEffectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import type { Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { Group } from '../model/groups/group.ts'

export type ListGroups = { readonly actor: Actor }
export type ListedGroup = Group & { readonly memberCount: number }

/** All groups with the number of their members. For Owner, Admin and operator. */
export async function listGroups(
  ports: Transacts<'accounts' | 'groups'>,
  { actor }: ListGroups,
): Promise<Result<readonly ListedGroup[], Forbidden>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await readerEffectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    return ok(await stores.groups.list())
  })
}
