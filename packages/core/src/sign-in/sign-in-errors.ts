/** Unknown, wrong, deactivated, without password, throttled, expired challenge: one answer for all (R20). */
export type SignInRefused = { readonly code: 'sign_in.refused' }
/** A temporary password must be replaced before anything else works (R19). */
export type PasswordChangeRequired = { readonly code: 'sign_in.password_change_required' }
/** The role requires a second factor, and there is none yet (R30). */
export type SecondFactorRequired = { readonly code: 'sign_in.second_factor_required' }

export type SignInError = SignInRefused | PasswordChangeRequired | SecondFactorRequired
