/** What may be guessed: one bucket for each account and one for each client address, never a raw request field. */
export type GuessBucket = `account:${string}` | `address:${string}`

export type Guess =
  | {
      readonly allowed: true
      /** Failures counted in this window, this guess included. */
      readonly failures: number
    }
  | { readonly allowed: false; /** Null while only `clear` opens the bucket. */ readonly retryAfterSeconds: number | null }

/**
 * Budgets for guessing secrets, taken atomically before a secret is verified, each in a transaction of its
 * own, so that a burst cannot exceed them (R21). A guess counts as failed until it is forgiven.
 */
export interface GuessBudgets {
  /**
   * Takes one guess. After `failuresMax` failures in `windowSeconds` the bucket is closed for a delay that
   * doubles with every further failure, up to the length of the window.
   * A bucket that closed within the last second is waited for: guesses of that second may yet be forgiven,
   * and many right ones at once must all get through.
   */
  take(bucket: GuessBucket, rule: GuessRule): Promise<Guess>

  /** Gives one guess back: it was right, or was never judged. */
  forgive(bucket: GuessBucket): Promise<void>

  /** Empties the bucket: the secret was right. */
  clear(bucket: GuessBucket): Promise<void>
}

export type GuessRule = {
  readonly failuresMax: number
  readonly windowSeconds: number
  /** Failures without a right guess in between, over all windows, after which only `clear` opens the bucket. */
  readonly consecutiveMax: number
}
