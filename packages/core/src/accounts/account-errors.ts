/** There is somebody already; the first Owner exists exactly once. */
export type AlreadySetUp = { readonly code: 'account.already_set_up' }
export type EmailInvalid = { readonly code: 'account.email_invalid' }
export type NameInvalid = { readonly code: 'account.name_invalid' }
export type AccountNotFound = { readonly code: 'account.not_found'; readonly email: string }
/** The permission matrix, or the role in the database, says no. */
export type Forbidden = { readonly code: 'account.forbidden' }

export type AccountError = AlreadySetUp | EmailInvalid | NameInvalid | AccountNotFound | Forbidden
