import type { Allowance } from '../keys/call-limits.ts'

/** An account exists. The first Owner is created exactly once. */
export type AlreadySetUp = { readonly code: 'account.already_set_up' }
export type EmailInvalid = { readonly code: 'account.email_invalid' }
/** An account of any status has this address. */
export type EmailTaken = { readonly code: 'account.email_taken' }
export type NameInvalid = { readonly code: 'account.name_invalid' }
/** No account has this address or id. */
export type AccountNotFound = { readonly code: 'account.not_found'; readonly identifier: string }
/** The account is deactivated, so the request would have no effect. */
export type AccountDeactivated = { readonly code: 'account.deactivated' }
/** Refused by the permission matrix, or by the current role in the database. */
export type Forbidden = { readonly code: 'account.forbidden' }
export type RoleInvalid = { readonly code: 'account.role_invalid' }
/**
 * The token of an invitation or a reset link is unknown, used, expired or void. All causes look the
 * same.
 */
export type TokenInvalid = { readonly code: 'account.token_invalid' }

/** The only active Owner cannot be deactivated, deleted or given another role. */
export type LastOwner = { readonly code: 'account.last_owner' }
/** Another active Owner exists and can do it. */
export type NotOnlyOwner = { readonly code: 'account.not_only_owner' }

/** The person has used all calls of this window, over all keys and sessions. */
export type AccountRateLimited = {
  readonly code: 'account.rate_limited'
  /** What is left of the key's allowance; null for a call with a session. */
  readonly key: Allowance | null
  readonly person: Allowance
}

/** The person has made too many changes of this kind within an hour. */
export type ChangesExhausted = {
  readonly code: 'account.changes_exhausted'
  readonly kind: 'administered_changes' | 'own_changes' | 'sent_invitations'
  readonly retryAfterSeconds: number
}

export type AccountError =
  | AccountRateLimited
  | ChangesExhausted
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
