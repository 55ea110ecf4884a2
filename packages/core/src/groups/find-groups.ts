import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, readerEffectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import { pageOf, type Page, type PageRequest } from '../model/page.ts'
import type { CountedGroup, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { GroupSlug } from '../model/groups/group.ts'

export type FindGroups = {
  readonly actor: Actor
  /** Part of the slug; null for all groups. */
  readonly text: string | null
  readonly page: PageRequest<GroupSlug>
}

/** The groups by slug, page by page, with the numbers of members and documents. For Owner, Admin and operator. */
export async function findGroups(
  ports: Transacts<'accounts' | 'groups'>,
  { actor, text, page }: FindGroups,
): Promise<Result<Page<CountedGroup, GroupSlug>, Forbidden>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await readerEffectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    const read = await stores.groups.listPage(text, { ...page, limit: page.limit + 1 })
    return ok(pageOf(read, page.limit, ({ slug }) => slug))
  })
}
