/**
 * What attempts are counted by: account, client address, device of an account (both ids), external
 * id and its source, or source; never a raw request field. Requests for reset links count by client
 * address, in buckets of their own. New passwords count by their invitation or account; those of a
 * reset link, which are compared with the current password, by the reset. Failed probes of chats
 * and test emails count by administrator; changes of accounts and invitations by the person who makes
 * or sends them; correct passwords by account and password.
 */
export type AttemptBucket =
  | `account:${string}`
  | `bot_messenger_probe:${string}`
  | `address:${string}`
  | `administered_changes:${string}`
  | `device:${string}:${string}`
  | `external_id:${string}:${string}`
  | `invitation:${string}`
  | `new_password:${string}`
  | `own_changes:${string}`
  | `password_reset:${string}`
  | `reset_request:${string}`
  | `sent_invitations:${string}`
  | `sign_ins:${string}:${number}`
  | `sign_ins_of_devices:${string}:${number}`
  | `source:${string}`
  | `team_chat_probe:${string}`
  | `test_email:${string}`
  | `workspace_chat_probe:${string}`

/** A bucket with its limit. */
export type LimitedBucket = { readonly bucket: AttemptBucket; readonly limit: AttemptLimit }

/** For how many days after its window the consecutive failures of a device are kept. */
export const deviceAttemptDays = 90

/** Whether an attempt may be verified, and otherwise how long to wait. */
export type AttemptDecision =
  | {
      readonly allowed: true
      /** Failures counted in this window, this attempt included. */
      readonly failures: number
    }
  | {
      readonly allowed: false
      /** Null if only `clear` opens the bucket again. */
      readonly retryAfterSeconds: number | null
    }

/**
 * Attempt limits for secrets. An attempt is taken atomically before the secret is verified, in a
 * transaction of its own, so that a burst cannot exceed the limit. It counts as failed until it is
 * refunded.
 */
export interface AttemptLimits {
  /**
   * Takes one attempt. After `failuresMax` failures in `windowSeconds`, the bucket closes for
   * `firstDelaySeconds`. The delay doubles with every further failure, up to the length of the
   * window. If the bucket closed less than a second ago, the call waits: attempts of that second
   * may still be refunded, and concurrent correct attempts must all succeed. The wait does not
   * reveal whether an account exists, because every attempted name has a bucket.
   */
  take(bucket: AttemptBucket, limit: AttemptLimit): Promise<AttemptDecision>

  /**
   * Gives one attempt back: it was correct, or was never verified. Ends the delay of the bucket,
   * whichever attempt began it.
   */
  refund(bucket: AttemptBucket): Promise<void>

  /** Empties the bucket: the secret was correct. */
  clear(bucket: AttemptBucket): Promise<void>

  /**
   * Deletes at most `countMax` buckets whose window has ended, and returns their number. The bucket
   * of an existing account is kept while it has consecutive failures; that of a device only until
   * `deviceAttemptDays` after its window, because every sign-in creates a device.
   */
  prune(countMax: number): Promise<number>
}

/** The limit of a bucket: failures per window, and consecutive failures. */
export type AttemptLimit = {
  readonly failuresMax: number
  readonly windowSeconds: number
  readonly firstDelaySeconds: number
  /**
   * After this many failures without a success in between, over all windows, only `clear` opens the
   * bucket.
   */
  readonly consecutiveMax: number
}
