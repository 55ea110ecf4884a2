import type { KeyAllowances } from './call-limits.ts'

export type KeyNotFound = { readonly code: 'key.not_found' }
export type KeyLimitReached = { readonly code: 'key.limit_reached'; readonly limit: number }
/** Too many keys of the owner were created within an hour, each with an email. */
export type KeyCreationsExhausted = {
  readonly code: 'key.creations_exhausted'
  readonly retryAfterSeconds: number
}
export type KeyNameInvalid = { readonly code: 'key.name_invalid' }
/** The key is restricted to sources that do not exist for its owner, or to none at all. */
export type KeySourcesInvalid = {
  readonly code: 'key.sources_invalid'
  readonly unknown: readonly string[]
}
/**
 * Malformed, unknown, expired or revoked, or the owner is deactivated. All causes look the same.
 */
export type KeyRefused = { readonly code: 'key.refused' }
/** The source of a service key is not a valid platform name. */
export type KeySourceInvalid = { readonly code: 'key.source_invalid' }
/** A service key for a built-in platform. */
export type KeySourceBuiltIn = { readonly code: 'key.source_built_in' }
/** The key cannot be taken over: it is personal, revoked, expired, or for a built-in platform. */
export type KeyNotTransferable = { readonly code: 'key.not_transferable' }
/** A service key was used without naming a person to act for. */
export type OnBehalfOfRequired = { readonly code: 'key.on_behalf_of_required' } & Charged
/** A personal key acts for its owner only. */
export type OnBehalfOfNotAllowed = { readonly code: 'key.on_behalf_of_not_allowed' } & Charged
/**
 * The person whom a service key named is unknown, unlinked or deactivated. All causes look the
 * same.
 */
export type BehalfNotLinked = { readonly code: 'key.behalf_not_linked' } & Charged
/** A personal key was used where a service key is required. */
export type ServiceKeyRequired = { readonly code: 'key.service_key_required' } & Charged
/** A service key was used where a personal key is required. */
export type PersonalKeyRequired = { readonly code: 'key.personal_key_required' }
/** The call counted against the key and its owner. */
type Charged = { readonly allowances: KeyAllowances }
/** The key has used all calls of its window. */
export type KeyRateLimited = {
  readonly code: 'key.rate_limited'
  readonly limit: number
  readonly resetSeconds: number
}

export type KeyError =
  | KeyNotFound
  | KeyLimitReached
  | KeyCreationsExhausted
  | KeyNameInvalid
  | KeySourcesInvalid
  | KeySourceInvalid
  | KeySourceBuiltIn
  | KeyNotTransferable
  | KeyRefused
  | KeyRateLimited
  | OnBehalfOfRequired
  | OnBehalfOfNotAllowed
  | BehalfNotLinked
  | PersonalKeyRequired
  | ServiceKeyRequired
