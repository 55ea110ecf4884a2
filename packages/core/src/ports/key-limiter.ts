/** What one call left of a key's allowance. */
export type Allowance = {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Seconds until the window starts anew, at least 1. */
  readonly resetSeconds: number
}

/** Calls allowed in one fixed window, and its length. */
export type KeyWindow = { readonly limit: number; readonly windowSeconds: number }

/** Calls per key in the fixed windows that it was made with, counted over all processes that share the store. */
export interface KeyLimiter {
  /** Takes one call atomically: of any number at once, exactly `limit` per window are allowed. Never throws, never waits over 2 s. */
  take(keyId: string): Promise<Allowance>
}
