import type { Allowance } from '../../model/keys/call-limits.ts'

/** What a call counts on. A call on behalf of a person counts on the service key alone, one of a session on the person alone. */
export type CountedCall = { readonly keyId: string | null; readonly userId: string | null }

/** What the call left of each allowance that it was counted on; null for one that it was not counted on. */
export type Allowances = { readonly key: Allowance | null; readonly person: Allowance | null }

/** Calls per key and per person in the fixed windows that it was made with, counted over all processes that share the store. */
export interface KeyLimiter {
  /**
   * Takes one call atomically: exactly `limit` of any concurrent calls per window are allowed. The key counts first,
   * and a call that it refuses takes nothing from the person. Never throws, never waits over 2 s.
   */
  take(call: CountedCall): Promise<Allowances>
}
