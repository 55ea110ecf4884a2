export type KeyNotFound = { readonly code: 'key.not_found' }
export type KeyLimitReached = { readonly code: 'key.limit_reached'; readonly limit: number }
export type KeyNameInvalid = { readonly code: 'key.name_invalid' }
/** A narrowing that names sources which do not exist for the owner, or none at all. */
export type KeySourcesInvalid = { readonly code: 'key.sources_invalid'; readonly unknown: readonly string[] }
/** Malformed, unknown, expired, revoked, or its owner is deactivated: one answer for all (R4, R5). */
export type KeyRefused = { readonly code: 'key.refused' }
/** The key used up its window. */
export type KeyRateLimited = { readonly code: 'key.rate_limited'; readonly limit: number; readonly resetSeconds: number }

export type KeyError = KeyNotFound | KeyLimitReached | KeyNameInvalid | KeySourcesInvalid | KeyRefused | KeyRateLimited
