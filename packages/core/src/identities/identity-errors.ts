/** Unknown, unlinked, deactivated, a wrong, old or used code, too many guesses: one answer for all (R65). */
export type IdentityNotLinked = { readonly code: 'identity.not_linked' }
export type IdentityNotFound = { readonly code: 'identity.not_found' }

export type IdentityError = IdentityNotLinked | IdentityNotFound
