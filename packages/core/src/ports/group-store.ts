import type { AccountId } from '../accounts/account.ts'
import type { Email } from '../accounts/email.ts'
import type { Group, GroupSlug } from '../groups/group.ts'

/** Groups and their members at rest. */
export interface GroupStore {
  /** Adds a group; false when the slug is taken, also by a transaction that commits first. */
  insert(group: Group): Promise<boolean>

  find(slug: GroupSlug): Promise<Group | null>

  /** All groups by slug with the addresses of their members, sorted too, both by code point. */
  list(): Promise<readonly (Group & { readonly members: readonly Email[] })[]>

  /** The groups an account is a member of, sorted by code point. */
  listOf(accountId: AccountId): Promise<readonly GroupSlug[]>

  /** Removes a group and its memberships; false when there is none. */
  delete(slug: GroupSlug): Promise<boolean>

  /** False when the account already is a member, also by a transaction that commits first. Throws when there is no such group. */
  addMember(slug: GroupSlug, accountId: AccountId): Promise<boolean>

  /** False when the account is no member. */
  removeMember(slug: GroupSlug, accountId: AccountId): Promise<boolean>
}
