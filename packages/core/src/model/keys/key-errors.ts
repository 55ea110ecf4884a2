import type { KeyAllowances } from './call-limits.ts'

export type KeyNotFound = { readonly code: 'key.not_found' }
export type KeyLimitReached = { readonly code: 'key.limit_reached'; readonly limit: number }
export type KeyNameInvalid = { readonly code: 'key.name_invalid' }
/** A narrowing that names sources which do not exist for the owner, or none at all. */
export type KeySourcesInvalid = { readonly code: 'key.sources_invalid'; readonly unknown: readonly string[] }
/** Malformed, unknown, expired, revoked, or its owner is deactivated: one answer for all. */
export type KeyRefused = { readonly code: 'key.refused' }
/** A service key whose source is no name of a platform. */
export type KeySourceInvalid = { readonly code: 'key.source_invalid' }
/** A service key for a platform that Ken serves itself. */
export type KeySourceBuiltIn = { readonly code: 'key.source_built_in' }
/** A key that cannot be taken over: it is personal, revoked, expired, or for a platform that Ken serves itself. */
export type KeyNotTransferable = { readonly code: 'key.not_transferable' }
/** A service key was used without saying on whose behalf. */
export type OnBehalfOfRequired = { readonly code: 'key.on_behalf_of_required' } & Charged
/** A personal key acts for nobody but its owner. */
export type OnBehalfOfNotAllowed = { readonly code: 'key.on_behalf_of_not_allowed' } & Charged
/** A service key named somebody unknown, unlinked or deactivated: one answer for all. */
export type BehalfNotLinked = { readonly code: 'key.behalf_not_linked' } & Charged
/** A personal key where only a service key will do. */
export type ServiceKeyRequired = { readonly code: 'key.service_key_required' } & Charged
/** The call was taken from the allowance of its key, and of the key's owner. */
type Charged = { readonly allowances: KeyAllowances }
/** The key used up its window. */
export type KeyRateLimited = { readonly code: 'key.rate_limited'; readonly limit: number; readonly resetSeconds: number }

export type KeyError =
  | KeyNotFound
  | KeyLimitReached
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
  | ServiceKeyRequired
