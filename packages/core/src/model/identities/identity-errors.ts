/**
 * The person is unknown, unlinked or deactivated; or the code is wrong, expired, used or of another
 * platform; or too many attempts. All causes look the same.
 */
export type IdentityNotLinked = { readonly code: 'identity.not_linked' }
export type IdentityNotFound = { readonly code: 'identity.not_found' }
/** Not a valid name of a platform. */
export type IdentitySourceInvalid = { readonly code: 'identity.source_invalid' }

export type IdentityError = IdentityNotLinked | IdentityNotFound | IdentitySourceInvalid
