import type { Allowance } from '../../model/keys/call-limits.ts'

/**
 * What a call counts against: for a person's own key both, on behalf of a person the service key
 * only, with a session the person only.
 */
export type CountedCall = { readonly keyId: string | null; readonly userId: string | null }

/** What is left of each allowance after the call; null for one that it did not count against. */
export type Allowances = { readonly key: Allowance | null; readonly person: Allowance | null }

/**
 * Counts calls per key and per person in fixed windows, over all processes that share the store.
 */
export interface KeyLimiter {
  /**
   * Takes one call atomically: exactly `limit` of any concurrent calls per window are allowed. The
   * key counts first; a call that it refuses does not count against the person. Never throws, and
   * never waits more than 2 s.
   */
  take(call: CountedCall): Promise<Allowances>
}
