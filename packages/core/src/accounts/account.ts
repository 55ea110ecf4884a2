import type { Email } from './email.ts'

declare const accountIdBrand: unique symbol

/** UUID version 7, so that ids sort by creation. Never reused. */
export type AccountId = string & { readonly [accountIdBrand]: true }

export const roles = ['Owner', 'Admin', 'Member'] as const
export type Role = (typeof roles)[number]

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
