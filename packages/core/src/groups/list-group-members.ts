import type { Forbidden } from '../model/accounts/account-errors.ts'
import { profileOf, type AccountProfile } from '../model/accounts/account.ts'
import type { Email } from '../model/accounts/email.ts'
import { isAdministrator, readerEffectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import { pageOf, type Page, type PageRequest } from '../model/page.ts'
import type { Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { GroupNotFound } from '../model/groups/group-errors.ts'
import { findGroup } from './member.ts'

export type ListGroupMembers = {
  readonly actor: Actor
  readonly slug: string
  /** Part of the address or the name. */
  readonly text?: string | null
  readonly page: PageRequest<Email>
}

/** The members of a group, by address. For Owner, Admin and operator. */
export async function listGroupMembers(
  ports: Transacts<'accounts' | 'groups'>,
  { actor, slug, text = null, page }: ListGroupMembers,
): Promise<Result<Page<AccountProfile, Email>, Forbidden | GroupNotFound>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await readerEffectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    const group = await findGroup(stores, slug)
    if (!group.ok) return group
    const read = await stores.groups.listMembers(
      group.value,
      { ...page, limit: page.limit + 1 },
      text,
    )
    return ok(pageOf(read.map(profileOf), page.limit, ({ email }) => email))
  })
}
