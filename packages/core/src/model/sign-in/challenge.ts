import type { AccountId } from '../accounts/account.ts'

declare const challengeIdBrand: unique symbol

export type ChallengeId = string & { readonly [challengeIdBrand]: true }

/** The remaining step of a sign-in. */
export type Stage = 'second_factor' | 'password_change' | 'second_factor_enrolment'

/**
 * Proof of the completed steps of a sign-in: opaque to the client, single-use, bound to the account
 * and its password.
 */
export type Challenge = {
  readonly id: ChallengeId
  readonly userId: AccountId
  readonly stage: Stage
  /** The account's password epoch when the password was verified. */
  readonly passwordEpoch: number
  readonly secondFactorPassed: boolean
  readonly rememberMe: boolean
  readonly expiresAt: Date
}

export const challengeLifetimeSeconds = 300
export const challengeAttemptsMax = 5
