import type {
  PasswordChangeRequired,
  SecondFactorRequired,
} from '../model/sign-in/sign-in-errors.ts'
import type { AccountHolder } from '../ports/index.ts'

/** A step that a person must complete before they may do anything else. */
export type Gate = (PasswordChangeRequired | SecondFactorRequired)['code']

/** The gate of an account at this moment: the password first, then the second factor. */
export function gateOf({ mustChangePassword, mustEnrolSecondFactor }: AccountHolder): Gate | null {
  if (mustChangePassword) return 'sign_in.password_change_required'
  return mustEnrolSecondFactor ? 'sign_in.second_factor_required' : null
}
