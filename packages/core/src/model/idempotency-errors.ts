/** The key was used for a request that asked for something else. */
export type IdempotencyKeyReused = { readonly code: 'idempotency.key_reused' }
/** A request with the same key is being carried out at the moment. */
export type RequestInProgress = { readonly code: 'idempotency.in_progress'; readonly retryAfterSeconds: number }

export type IdempotencyError = IdempotencyKeyReused | RequestInProgress
