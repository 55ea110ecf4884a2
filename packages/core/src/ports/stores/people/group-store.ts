import type { Account, AccountId } from '../../../model/accounts/account.ts'
import type { Email } from '../../../model/accounts/email.ts'
import type { Group, GroupSlug } from '../../../model/groups/group.ts'
import type { PageRequest } from '../../../model/page.ts'

/** A group, with the number of its members and of the documents whose access-control list names it. */
export type CountedGroup = Group & {
  readonly memberCount: number
  readonly documentCount: number
}

/** A member after an addition of many. */
export type MemberAddition = {
  readonly userId: AccountId
  /** False if the account was a member already. */
  readonly isAdded: boolean
}

export const groupDocumentsMax = 10_000

/** Stores groups and their members, inside a transaction. */
export interface GroupStore {
  /** Returns false if the slug is taken, even by a concurrent transaction that commits first. */
  insert(group: Group): Promise<boolean>

  /** Null if the group does not exist. */
  find(slug: GroupSlug): Promise<Group | null>

  /** All groups by slug in code-point order. */
  list(): Promise<readonly (Group & { readonly memberCount: number })[]>

  /**
   * The groups whose slug has the text, if any, by slug in code-point order: at most `limit` after
   * the group `after`. Counts up to `groupDocumentsMax` documents of each.
   */
  listPage(text: string | null, page: PageRequest<GroupSlug>): Promise<readonly CountedGroup[]>

  /**
   * The members of a group by address in code-point order: at most `limit` after the address
   * `after`. With a text, only those whose address or name contains it, in any case.
   */
  listMembers(
    slug: GroupSlug,
    page: PageRequest<Email>,
    text: string | null,
  ): Promise<readonly Account[]>

  /** The groups of an account, in code-point order. */
  listByMember(accountId: AccountId): Promise<readonly GroupSlug[]>

  /**
   * Deletes a group and its memberships. Returns false if it does not exist, even because of a
   * concurrent transaction that commits first.
   */
  delete(slug: GroupSlug): Promise<boolean>

  /**
   * Adds a member, unless the account is one already, even by a concurrent transaction that commits
   * first. Neither group nor account is deleted before this transaction ends.
   */
  addMember(
    slug: GroupSlug,
    accountId: AccountId,
  ): Promise<'added' | 'already_member' | 'group_not_found' | 'account_not_found'>

  /**
   * Adds the accounts of these addresses, as `addMember` does, in code-point order of the addresses: concurrent calls
   * never deadlock. Leaves out addresses without an account. Null if the group does not exist. Accepts thousands of
   * addresses.
   */
  addMembers(
    slug: GroupSlug,
    emails: readonly Email[],
  ): Promise<ReadonlyMap<Email, MemberAddition> | null>

  /** Returns false if the account is not a member. */
  removeMember(slug: GroupSlug, accountId: AccountId): Promise<boolean>
}
