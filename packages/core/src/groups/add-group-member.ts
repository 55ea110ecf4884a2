import type { AccountNotFound, Forbidden } from '../accounts/account-errors.ts'
import { canonicalEmail } from '../accounts/email.ts'
import { isAdministrator, standingOf } from '../accounts/standing.ts'
import type { Actor } from '../actor.ts'
import { auditEntry } from '../audit/audit-entry.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../result.ts'
import type { GroupNotFound } from './group-errors.ts'
import { groupSlug } from './group.ts'

export type AddGroupMember = { readonly actor: Actor; readonly slug: string; readonly email: string }

/** Makes a person a member: from the next search on they see what the group may see. Twice changes nothing. */
export async function addGroupMember(
  ports: Pick<Ports, 'transact'>,
  { actor, ...input }: AddGroupMember,
): Promise<Result<{ readonly changed: boolean }, Forbidden | GroupNotFound | AccountNotFound>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await standingOf(stores, actor))) return err({ code: 'account.forbidden' })
    const slug = groupSlug(input.slug)
    if (slug === null || (await stores.groups.find(slug)) === null) return err({ code: 'group.not_found', slug: input.slug })
    const email = canonicalEmail(input.email)
    const account = email === null ? null : await stores.accounts.findByEmail(email)
    if (account === null) return err({ code: 'account.not_found', email: input.email })

    const changed = await stores.groups.addMember(slug, account.id)
    if (changed) await stores.audit.append(auditEntry(actor, 'group.add_member', `group:${slug}`, { user_id: account.id }))
    return ok({ changed })
  })
}
