import type { Allowance } from '../keys/call-limits.ts'

/** There is somebody already; the first Owner exists exactly once. */
export type AlreadySetUp = { readonly code: 'account.already_set_up' }
export type EmailInvalid = { readonly code: 'account.email_invalid' }
/** There is an account with this address, of whatever status. */
export type EmailTaken = { readonly code: 'account.email_taken' }
export type NameInvalid = { readonly code: 'account.name_invalid' }
/** Nobody has the address, or the id, that was sought. */
export type AccountNotFound = { readonly code: 'account.not_found'; readonly sought: string }
/** The account is deactivated, and what was asked for would do nothing. */
export type AccountDeactivated = { readonly code: 'account.deactivated' }
/** The permission matrix, or the role in the database, says no. */
export type Forbidden = { readonly code: 'account.forbidden' }
export type RoleInvalid = { readonly code: 'account.role_invalid' }
/** The token of an invitation or of a reset link is unknown, used, expired or void: one answer for all. */
export type TokenInvalid = { readonly code: 'account.token_invalid' }

/** The only active Owner stays one. */
export type LastOwner = { readonly code: 'account.last_owner' }
/** This is not the only active Owner, so that an Owner can do it. */
export type NotOnlyOwner = { readonly code: 'account.not_only_owner' }

/** The person has used their calls of this window, over all keys and sessions. */
export type AccountRateLimited = {
  readonly code: 'account.rate_limited'
  /** What is left of the key's allowance; null for a call of a session. */
  readonly key: Allowance | null
  readonly person: Allowance
}

export type AccountError =
  | AccountRateLimited
  | AlreadySetUp
  | EmailInvalid
  | EmailTaken
  | NameInvalid
  | AccountDeactivated
  | AccountNotFound
  | Forbidden
  | LastOwner
  | NotOnlyOwner
  | RoleInvalid
  | TokenInvalid
