import type { Forbidden } from '../model/accounts/account-errors.ts'
import { canonicalEmail } from '../model/accounts/email.ts'
import { isAdministrator, effectiveRoleOf, peekRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Stores, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { GroupNotFound } from '../model/groups/group-errors.ts'
import type { GroupSlug } from '../model/groups/group.ts'
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
    const verdicts: MemberVerdict[] = []
    // Concurrent calls add the same people in the same order, so that they never deadlock.
    for (const [position, email] of [...emails.entries()].toSorted(byAddress)) {
      const verdict = await addByEmail(stores, { actor, email }, group.value)
      if (verdict === 'group_not_found') return err({ code: 'group.not_found', slug })
      verdicts[position] = { email, verdict }
    }
    if (!isAdministrator(await effectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    return ok(verdicts)
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

const addressOf = (email: string): string => canonicalEmail(email) ?? ''
const byAddress = ([, left]: [number, string], [, right]: [number, string]): number =>
  addressOf(left) < addressOf(right) ? -1 : Number(addressOf(left) > addressOf(right))

async function addByEmail(
  { accounts, audit, groups }: Pick<Stores, 'accounts' | 'audit' | 'groups'>,
  { actor, email }: { readonly actor: Actor; readonly email: string },
  slug: GroupSlug,
): Promise<MemberVerdict['verdict'] | 'group_not_found'> {
  const canonical = canonicalEmail(email)
  if (canonical === null) return 'invalid'
  const account = await accounts.findByEmail(canonical)
  if (account === null) return 'not_found'
  const addition = await groups.addMember(slug, account.id)
  if (addition === 'account_not_found') return 'not_found'
  if (addition !== 'added') return addition
  await audit.append(
    auditEntry(actor, 'group.add_member', `group:${slug}`, { user_id: account.id }),
  )
  return 'added'
}
