import type { KeyId } from '../../../model/keys/key.ts'
import type { KeyWeek, UsageHour } from '../../../model/keys/usage.ts'

/** Reads and prunes what `KeyUsage` counts, inside a transaction. */
export interface KeyUsageStore {
  /**
   * The outcomes of calls with the key per hour since `since`, newest first. Hours without calls
   * are absent.
   */
  listHours(id: KeyId, since: Date): Promise<readonly UsageHour[]>

  /**
   * The number of calls with each of these keys on each of the seven days that end with the hour of
   * `now`, oldest first. Keys without calls are absent.
   */
  listWeeks(ids: readonly KeyId[], now: Date): Promise<ReadonlyMap<KeyId, KeyWeek>>

  /**
   * Deletes at most `countMax` hours that ended more than `daysKept` days ago, and returns their
   * number.
   */
  pruneHours(daysKept: number, countMax: number): Promise<number>

  /**
   * Deletes at most `countMax` records of usage batches stored more than a day ago, and returns
   * their number. Returns 0 if usage is not stored in batches.
   */
  pruneBatches(countMax: number): Promise<number>
}
