import type { AccountNotFound } from '../model/accounts/account-errors.ts'
import type { Account, AccountId } from '../model/accounts/account.ts'
import { canonicalEmail } from '../model/accounts/email.ts'
import type { Stores } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { GroupNotFound } from '../model/groups/group-errors.ts'
import { groupSlug, type GroupSlug } from '../model/groups/group.ts'

/** Who is meant, by the address or by the id. */
export type NamedPerson = { readonly email: string } | { readonly userId: AccountId }

/** The group of a name as somebody gave it. */
export async function namedGroup({ groups }: Pick<Stores, 'groups'>, input: string): Promise<Result<GroupSlug, GroupNotFound>> {
  const slug = groupSlug(input)
  return slug === null || (await groups.find(slug)) === null ? err({ code: 'group.not_found', slug: input }) : ok(slug)
}

/** The account of a person, of whatever role or status. */
export async function namedPerson(
  { accounts }: Pick<Stores, 'accounts'>,
  named: NamedPerson,
): Promise<Result<Account, AccountNotFound>> {
  const email = 'email' in named ? canonicalEmail(named.email) : null
  const byEmail = email === null ? null : await accounts.findByEmail(email)
  const account = 'email' in named ? byEmail : await accounts.find(named.userId)
  return account === null
    ? err({ code: 'account.not_found', sought: 'email' in named ? named.email : named.userId })
    : ok(account)
}
