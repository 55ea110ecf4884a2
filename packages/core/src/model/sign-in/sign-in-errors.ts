/**
 * Account unknown, deactivated or without password, password wrong, attempts exhausted, or
 * challenge expired. All causes look the same.
 */
export type SignInRefused = { readonly code: 'sign_in.refused' }
/** The temporary password must be replaced first. */
export type PasswordChangeRequired = { readonly code: 'sign_in.password_change_required' }
/** The role requires a second factor, and the account has none. */
export type SecondFactorRequired = { readonly code: 'sign_in.second_factor_required' }

export type SignInError = SignInRefused | PasswordChangeRequired | SecondFactorRequired
