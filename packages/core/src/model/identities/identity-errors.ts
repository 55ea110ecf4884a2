/** Unknown, unlinked, deactivated, a wrong, old or used code or one of another platform, too many guesses: one answer for all. */
export type IdentityNotLinked = { readonly code: 'identity.not_linked' }
export type IdentityNotFound = { readonly code: 'identity.not_found' }
/** What was given as a platform cannot name one. */
export type IdentitySourceInvalid = { readonly code: 'identity.source_invalid' }

export type IdentityError = IdentityNotLinked | IdentityNotFound | IdentitySourceInvalid
