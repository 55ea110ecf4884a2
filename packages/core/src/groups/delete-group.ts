import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, effectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Principal } from '../model/knowledge/principal.ts'
import type { Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { GroupInUse, GroupNotFound } from '../model/groups/group-errors.ts'
import { groupSlug } from '../model/groups/group.ts'

export type DeleteGroup = { readonly actor: Actor; readonly slug: string }

/** Deletes a group that no document lists. Otherwise a later group with its name would inherit the documents. */
export async function deleteGroup(
  ports: Transacts<'accounts' | 'audit' | 'documents' | 'groups'>,
  { actor, ...input }: DeleteGroup,
): Promise<Result<null, Forbidden | GroupNotFound | GroupInUse>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await effectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    const slug = groupSlug(input.slug)
    if (slug === null || (await stores.groups.find(slug)) === null)
      return err({ code: 'group.not_found', slug: input.slug })
    const documents = await stores.documents.countAllowing(`group:${slug}` as Principal)
    if (documents > 0) return err({ code: 'group.in_use', slug, documents })

    // A concurrent deletion may have committed first.
    if (!(await stores.groups.delete(slug)))
      return err({ code: 'group.not_found', slug: input.slug })
    await stores.audit.append(auditEntry(actor, 'group.delete', `group:${slug}`))
    return ok(null)
  })
}
