import { roles, type AccountId, type Role } from '../accounts/account.ts'
import { groupSlug, type GroupSlug } from '../groups/group.ts'
import { uuidForm } from '../uuid.ts'

declare const principalBrand: unique symbol

/** One entry of an access-control list: `everyone`, `role:Admin`, `group:<slug>` or `user:<id>`. */
export type Principal = string & { readonly [principalBrand]: true }

export const everyone = 'everyone' as Principal

/** Parses a principal strictly; null for anything else, including other spellings. */
export function parsePrincipal(input: string): Principal | null {
  const [, kind, name = ''] = /^(\w+):(.*)$/s.exec(input) ?? []
  const legal =
    input === everyone ||
    (kind === 'role' && roles.some((role) => role === name)) ||
    (kind === 'group' && groupSlug(name) !== null) ||
    (kind === 'user' && uuidForm.test(name))
  return legal ? (input as Principal) : null
}

/** All principals of a person. No one has more, Owners included. */
export const principalsOf = (person: {
  readonly id: AccountId
  readonly role: Role
  readonly groups: readonly GroupSlug[]
}): readonly Principal[] =>
  [
    everyone,
    `role:${person.role}`,
    `user:${person.id}`,
    ...person.groups.map((slug) => `group:${slug}`),
  ] as Principal[]
