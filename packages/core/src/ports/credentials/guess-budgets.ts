/**
 * Who guesses, or what is guessed: one bucket for each account, client address, device of an account (by the ids of both),
 * external id of a source, and source, never a raw request field. Requests for reset links count by client address, in buckets of their own, and passwords
 * that are offered to be judged by the invitation that they came with. Team-chat servers that did not answer as such
 * count by the administrator who had them asked.
 */
export type GuessBucket =
  | `account:${string}`
  | `address:${string}`
  | `device:${string}:${string}`
  | `external_id:${string}:${string}`
  | `invitation:${string}`
  | `reset_request:${string}`
  | `source:${string}`
  | `team_chat_probe:${string}`

/** A bucket, and how it counts. */
export type GuessBudget = { readonly bucket: GuessBucket; readonly rule: GuessRule }

/** Days after its window for which the failures in a row of a device are kept. */
export const deviceGuessDays = 90

export type Guess =
  | {
      readonly allowed: true
      /** Failures counted in this window, this guess included. */
      readonly failures: number
    }
  | { readonly allowed: false; /** Null while only `clear` opens the bucket. */ readonly retryAfterSeconds: number | null }

/**
 * Budgets for guessing secrets, taken atomically before a secret is verified, each in a transaction of its
 * own, so that a burst cannot exceed them. A guess counts as failed until it is forgiven.
 */
export interface GuessBudgets {
  /**
   * Takes one guess. After `failuresMax` failures in `windowSeconds` the bucket is closed for `firstDelaySeconds`,
   * which double with every further failure, up to the length of the window.
   * A bucket that closed within the last second is waited for: guesses of that second may yet be forgiven,
   * and many right ones at once must all get through. The wait tells nobody who has an account: whatever is
   * guessed has a bucket, which closes in the same way.
   */
  take(bucket: GuessBucket, rule: GuessRule): Promise<Guess>

  /** Gives one guess back: it was right, or was never judged. */
  forgive(bucket: GuessBucket): Promise<void>

  /** Empties the bucket: the secret was right. */
  clear(bucket: GuessBucket): Promise<void>

  /**
   * Forgets buckets whose window has ended, `countMax` of them at most, and answers how many. One of an account that
   * exists is kept while it has failures in a row, which no window ends; one of a device of it, until its window ended
   * `deviceGuessDays` ago, because every sign-in makes a new device.
   */
  prune(countMax: number): Promise<number>
}

export type GuessRule = {
  readonly failuresMax: number
  readonly windowSeconds: number
  readonly firstDelaySeconds: number
  /** Failures without a right guess in between, over all windows, after which only `clear` opens the bucket. */
  readonly consecutiveMax: number
}
