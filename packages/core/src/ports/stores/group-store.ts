import type { Account, AccountId } from '../../model/accounts/account.ts'
import type { Email } from '../../model/accounts/email.ts'
import type { Group, GroupSlug } from '../../model/groups/group.ts'
import type { PageWanted } from '../../model/page.ts'

/** Groups and their members at rest. */
export interface GroupStore {
  /** Adds a group; false when the slug is taken, also by a transaction that commits first. */
  insert(group: Group): Promise<boolean>

  find(slug: GroupSlug): Promise<Group | null>

  /** All groups by slug and code point. */
  list(): Promise<readonly (Group & { readonly memberCount: number })[]>

  /** The members of a group by address and code point: at most `limit` behind the address `after`. */
  listMembers(slug: GroupSlug, page: PageWanted<Email>): Promise<readonly Account[]>

  /** The groups an account is a member of, sorted by code point. */
  listOf(accountId: AccountId): Promise<readonly GroupSlug[]>

  /** Removes a group and its memberships; false when there is none. */
  delete(slug: GroupSlug): Promise<boolean>

  /** False when the account already is a member, also by a transaction that commits first. Throws when there is no such group. */
  addMember(slug: GroupSlug, accountId: AccountId): Promise<boolean>

  /** False when the account is no member. */
  removeMember(slug: GroupSlug, accountId: AccountId): Promise<boolean>
}
