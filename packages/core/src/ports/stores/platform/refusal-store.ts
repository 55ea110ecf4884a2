/**
 * The limit that refused a sign-in: of an account, of any address without an account, or of the
 * client's network.
 */
export type RefusalTarget = `user:${string}` | `address:${string}`

/** The length of the windows in which refusals are counted. */
export const refusalWindowSeconds = 900
/** For how many days the audit log keeps failed sign-ins of unauthenticated callers. */
export const refusalRetentionDays = 90
/** For how many days the id of a counted batch is known. */
export const refusalBatchDays = 1

/**
 * Refusals that are counted together. The batch counts once per id, a UUID, however often it is
 * sent.
 */
export type RefusalBatch = {
  readonly id: string
  readonly counts: ReadonlyMap<RefusalTarget, number>
}

/** Counts refusals by attempt limits per window, so that a flood is one audit entry. */
export interface RefusalStore {
  /** Adds refusals to the current window of their target. Concurrent calls all count. */
  count(target: RefusalTarget, refusals: number): Promise<void>

  /** The same for many targets. Does nothing if the batch was counted within `refusalBatchDays`. */
  countBatch(batch: RefusalBatch): Promise<void>

  /**
   * Writes one failed `sign_in.fail` entry with its count for each ended window, at most
   * `countMax`, and returns their number.
   */
  record(countMax: number): Promise<number>

  /**
   * Deletes at most `countMax` audit entries older than `refusalRetentionDays` on sign-ins by
   * unauthenticated callers (`sign_in.fail`, `sign_in.guesses_exhausted`), and returns their
   * number. No other audit entry can be deleted.
   */
  prune(countMax: number): Promise<number>
}
