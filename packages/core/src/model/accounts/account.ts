import type { Email } from './email.ts'

declare const accountIdBrand: unique symbol

/** UUID version 7, so that ids sort by creation. Never reused. */
export type AccountId = string & { readonly [accountIdBrand]: true }

export const roles = ['Owner', 'Admin', 'Member'] as const
export type Role = (typeof roles)[number]

/** The role that a text means, in any case and with blanks around it; null when it means none. */
export function roleMeant(input: string): Role | null {
  const meant = input.trim().toLowerCase()
  return roles.find((role) => role.toLowerCase() === meant) ?? null
}

export type AccountStatus = 'active' | 'deactivated'

/** A person's account. Exists by setup or by invitation only. */
export type Account = {
  readonly id: AccountId
  readonly email: Email
  readonly name: string
  /** argon2id PHC string; null while the person signs in through another provider. */
  readonly passwordHash: string | null
  readonly signInProvider: 'local'
  readonly role: Role
  readonly status: AccountStatus
  readonly mustChangePassword: boolean
  /** Counts passwords: whatever was proven under an earlier one is void. */
  readonly passwordEpoch: number
  /** When a password that somebody else issued stops working; null for the person's own. */
  readonly temporaryPasswordExpiresAt: Date | null
  /** Encrypted; set and not enabled while an enrolment waits for its first code. */
  readonly mfaSecret: string | null
  readonly mfaEnabledAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly lastSignInAt: Date | null
}

export const nameLengthMax = 200

/** The name shown for a person: control characters out, blanks collapsed; null when nothing is left or it is too long. */
export function displayName(input: string): string | null {
  const name = input.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  return name.length > 0 && name.length <= nameLengthMax && name.isWellFormed() ? name : null
}

/** An account as it begins: active, with a password of the person's own, and without a second factor. */
export const newAccount = (
  person: Pick<Account, 'id' | 'email' | 'name' | 'role'> & { readonly passwordHash: string },
  now: Date,
): Account => ({
  ...person,
  signInProvider: 'local',
  status: 'active',
  mustChangePassword: false,
  passwordEpoch: 1,
  temporaryPasswordExpiresAt: null,
  mfaSecret: null,
  mfaEnabledAt: null,
  createdAt: now,
  updatedAt: now,
  lastSignInAt: null,
})
