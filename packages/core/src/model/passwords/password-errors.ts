/** Why a password was refused. Wire names; the list only grows. */
export type PasswordFault =
  | 'too_short'
  | 'too_long'
  | 'too_weak'
  | 'breached'
  | 'same_as_current'
  | 'too_complex_to_check'

/** The password breaks the policy. Lists every fault found. */
export type PasswordRejected = {
  readonly code: 'password.rejected'
  readonly reasons: readonly PasswordFault[]
}

/** The given current password is wrong. */
export type CurrentPasswordWrong = { readonly code: 'password.current_wrong' }
/**
 * Too many failed attempts, on all paths together. Existing sessions and reset links still work.
 */
export type AttemptsExhausted = {
  readonly code: 'password.guesses_exhausted'
  readonly retryAfterSeconds: number | null
}

export type PasswordError = PasswordRejected | CurrentPasswordWrong | AttemptsExhausted
