import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, effectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { GroupExists, GroupSlugInvalid } from '../model/groups/group-errors.ts'
import { groupSlug, type Group } from '../model/groups/group.ts'

export type CreateGroup = { readonly actor: Actor; readonly slug: string }

/** Creates an empty group, which documents may list as `group:<slug>`. */
export async function createGroup(
  ports: Transacts<'accounts' | 'audit' | 'groups' | 'now'>,
  { actor, ...input }: CreateGroup,
): Promise<Result<Group, Forbidden | GroupSlugInvalid | GroupExists>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await effectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    const slug = groupSlug(input.slug)
    if (slug === null) return err({ code: 'group.slug_invalid', slug: input.slug })

    const group: Group = { slug, createdAt: await stores.now() }
    if (!(await stores.groups.insert(group))) return err({ code: 'group.exists', slug })
    await stores.audit.append(auditEntry(actor, 'group.create', `group:${slug}`))
    return ok(group)
  })
}
