/** Why a password was refused. Wire names; the list only grows. */
export type PasswordFault = 'too_short' | 'too_long' | 'too_weak' | 'breached' | 'same_as_current' | 'too_complex_to_check'

/** The password breaks the policy; every fault that was found is named. */
export type PasswordRejected = { readonly code: 'password.rejected'; readonly reasons: readonly PasswordFault[] }

/** The current password that was given is wrong. */
export type CurrentPasswordWrong = { readonly code: 'password.current_wrong' }
/** Too many wrong guesses, on whatever path. Live sessions and reset links go on working. */
export type GuessesExhausted = { readonly code: 'password.guesses_exhausted'; readonly retryAfterSeconds: number | null }

export type PasswordError = PasswordRejected | CurrentPasswordWrong | GuessesExhausted
