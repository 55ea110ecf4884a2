import type { Forbidden } from '../model/accounts/account-errors.ts'
import { canonicalEmail, type Email } from '../model/accounts/email.ts'
import { isAdministrator, effectiveRoleOf, peekRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { MemberAddition, Stores, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { GroupNotFound } from '../model/groups/group-errors.ts'
import { findGroup } from './member.ts'

export type AddGroupMembers = {
  readonly actor: Actor
  readonly slug: string
  /** At most `membersPerCallMax`. */
  readonly emails: readonly string[]
}

export const membersPerCallMax = 1_000

/** What became of an address. Wire names; the list only grows. */
export const memberVerdicts = ['added', 'already_member', 'not_found', 'invalid'] as const
export type MemberVerdict = {
  readonly email: string
  readonly verdict: (typeof memberVerdicts)[number]
}

/** Adds many people to a group, and returns what became of each address, in order. Idempotent. */
export async function addGroupMembers(
  ports: Transacts<'accounts' | 'audit' | 'groups'>,
  { actor, slug, emails }: AddGroupMembers,
): Promise<Result<readonly MemberVerdict[], Forbidden | GroupNotFound>> {
  return ports.transact(async (stores) => {
    const roleAtStart = (await isAmong(stores, actor, emails)) ? effectiveRoleOf : peekRoleOf
    if (!isAdministrator(await roleAtStart(stores, actor)))
      return err({ code: 'account.forbidden' })
    const group = await findGroup(stores, slug)
    if (!group.ok) return group
    const canonical = emails.map(canonicalEmail)
    const members = await stores.groups.addMembers(group.value, [
      ...new Set(canonical.filter((email) => email !== null)),
    ])
    if (members === null) return err({ code: 'group.not_found', slug })
    const added = [...members.values()].filter(({ isAdded }) => isAdded)
    await stores.audit.appendAll(
      added.map(({ userId }) =>
        auditEntry(actor, 'group.add_member', `group:${group.value}`, { user_id: userId }),
      ),
    )
    if (!isAdministrator(await effectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    return ok(
      emails.map((email, position) => ({
        email,
        verdict: verdictAt(canonical, position, members),
      })),
    )
  })
}

/** Whether the actor adds themselves. Then their session is locked before their account, as acts on accounts do. */
async function isAmong(
  { accounts }: Pick<Stores, 'accounts'>,
  actor: Actor,
  emails: readonly string[],
): Promise<boolean> {
  const account = actor.kind === 'person' ? await accounts.find(actor.userId) : null
  return account !== null && emails.some((email) => canonicalEmail(email) === account.email)
}

/** Of two lines with the same address, the first adds. */
function verdictAt(
  emails: readonly (Email | null)[],
  position: number,
  members: ReadonlyMap<Email, MemberAddition>,
): MemberVerdict['verdict'] {
  const email = emails[position] ?? null
  if (email === null) return 'invalid'
  const member = members.get(email)
  if (member === undefined) return 'not_found'
  return member.isAdded && emails.indexOf(email) === position ? 'added' : 'already_member'
}
