import type { AccountNotFound, Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, effectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { GroupNotFound } from '../model/groups/group-errors.ts'
import { findGroup, findPerson, personNotFound, type PersonIdentifier } from './member.ts'

export type AddGroupMember = { readonly actor: Actor; readonly slug: string } & PersonIdentifier

/** Adds a person to a group: from the next search they see what the group may see. Idempotent. */
export async function addGroupMember(
  ports: Transacts<'accounts' | 'audit' | 'groups'>,
  { actor, ...input }: AddGroupMember,
): Promise<Result<{ readonly changed: boolean }, Forbidden | GroupNotFound | AccountNotFound>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await effectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    const group = await findGroup(stores, input.slug)
    if (!group.ok) return group
    const person = await findPerson(stores, input)
    if (!person.ok) return person

    const [slug, { id }] = [group.value, person.value]
    const addition = await stores.groups.addMember(slug, id)
    // Both may have been deleted since they were found.
    if (addition === 'group_not_found') return err({ code: 'group.not_found', slug: input.slug })
    if (addition === 'account_not_found') return err(personNotFound(input))
    const changed = addition === 'added'
    if (changed)
      await stores.audit.append(
        auditEntry(actor, 'group.add_member', `group:${slug}`, { user_id: id }),
      )
    return ok({ changed })
  })
}
