/** Unknown, wrong, deactivated, without password, throttled, expired challenge: one answer for all. */
export type SignInRefused = { readonly code: 'sign_in.refused' }
/** A temporary password must be replaced before anything else works. */
export type PasswordChangeRequired = { readonly code: 'sign_in.password_change_required' }
/** The role requires a second factor, and there is none yet. */
export type SecondFactorRequired = { readonly code: 'sign_in.second_factor_required' }

export type SignInError = SignInRefused | PasswordChangeRequired | SecondFactorRequired
