import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, readerStandingOf } from '../authorization/standing.ts'
import type { Actor } from '../model/actor.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { Group } from '../model/groups/group.ts'

export type ListGroups = { readonly actor: Actor }
export type ListedGroup = Group & { readonly memberCount: number }

/** All groups with the number of their members. For Owner, Admin and operator. */
export async function listGroups(
  ports: Pick<Ports, 'transact'>,
  { actor }: ListGroups,
): Promise<Result<readonly ListedGroup[], Forbidden>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await readerStandingOf(stores, actor))) return err({ code: 'account.forbidden' })
    return ok(await stores.groups.list())
  })
}
