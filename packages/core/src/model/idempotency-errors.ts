/** The key was used before for a different request. */
export type IdempotencyKeyReused = { readonly code: 'idempotency.key_reused' }
/** A request with the same key is still running. */
export type RequestInProgress = {
  readonly code: 'idempotency.in_progress'
  readonly retryAfterSeconds: number
}

export type IdempotencyError = IdempotencyKeyReused | RequestInProgress
