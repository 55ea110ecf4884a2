/** What refused a sign-in because its budget was closed: the account, any address without one, or the client's network. */
export type RefusalTarget = `user:${string}` | `address:${string}`

/** Seconds of the windows that refusals are counted in. */
export const refusalWindowSeconds = 900
/** Days for which the audit log keeps what strangers had refused. */
export const refusalRetentionDays = 90
/** Days for which a batch that was counted is known by its id. */
export const refusalBatchDays = 1

/** What is counted together. By its id, a UUID, it is counted once, however often it is sent. */
export type RefusalBatch = { readonly id: string; readonly counts: ReadonlyMap<RefusalTarget, number> }

/** Counts refusals by closed budgets per window, so that a flood of them is one audit entry. */
export interface RefusalStore {
  /** Adds refusals of this moment to the window of their target. Concurrent calls all count. */
  count(target: RefusalTarget, refusals: number): Promise<void>

  /** The same for many targets. Changes nothing when the batch was counted within `refusalBatchDays`. */
  countBatch(batch: RefusalBatch): Promise<void>

  /** Writes one failed `sign_in.fail` entry, with its count, for each window that has ended, at most `countMax`; returns how many. */
  record(countMax: number): Promise<number>

  /**
   * Removes audit entries about strangers' sign-ins (`sign_in.fail`, `sign_in.guesses_exhausted`) that are older than
   * `refusalRetentionDays`, at most `countMax`; returns how many. The audit log permits the removal of no other entry.
   */
  forget(countMax: number): Promise<number>
}
