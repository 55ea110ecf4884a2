import type { AccountId } from '../accounts/account.ts'

declare const challengeIdBrand: unique symbol

export type ChallengeId = string & { readonly [challengeIdBrand]: true }

/** What a person has yet to do before a session exists. */
export type Stage = 'second_factor' | 'password_change' | 'second_factor_enrolment'

/** The proof that earlier stages were passed: opaque to the client, single-use, bound to user and password. */
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
export const challengeTriesMax = 5
