import type { AccountNotFound } from '../model/accounts/account-errors.ts'
import type { Account, AccountId } from '../model/accounts/account.ts'
import { canonicalEmail } from '../model/accounts/email.ts'
import type { Stores } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { GroupNotFound } from '../model/groups/group-errors.ts'
import { groupSlug, type GroupSlug } from '../model/groups/group.ts'

/** A person, given by address or by id. */
export type PersonIdentifier = { readonly email: string } | { readonly userId: AccountId }

/** Finds a group by the slug in a request. */
export async function findGroup(
  { groups }: Pick<Stores, 'groups'>,
  input: string,
): Promise<Result<GroupSlug, GroupNotFound>> {
  const slug = groupSlug(input)
  return slug === null || (await groups.find(slug)) === null
    ? err({ code: 'group.not_found', slug: input })
    : ok(slug)
}

/** Finds the account of a person, with any role and status. */
export async function findPerson(
  { accounts }: Pick<Stores, 'accounts'>,
  person: PersonIdentifier,
): Promise<Result<Account, AccountNotFound>> {
  const email = 'email' in person ? canonicalEmail(person.email) : null
  const byEmail = email === null ? null : await accounts.findByEmail(email)
  const account = 'email' in person ? byEmail : await accounts.find(person.userId)
  return account === null ? err(personNotFound(person)) : ok(account)
}

export const personNotFound = (person: PersonIdentifier): AccountNotFound => ({
  code: 'account.not_found',
  identifier: 'email' in person ? person.email : person.userId,
})
