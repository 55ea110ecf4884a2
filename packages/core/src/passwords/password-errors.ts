/** Why a password was refused. Wire names; the list only grows. */
export type PasswordFault = 'too_short' | 'too_long' | 'too_weak' | 'breached' | 'same_as_current' | 'too_complex_to_check'

/** The password breaks the policy of SPEC 5.4.2; every fault that was found is named. */
export type PasswordRejected = { readonly code: 'password.rejected'; readonly reasons: readonly PasswordFault[] }

export type PasswordError = PasswordRejected
