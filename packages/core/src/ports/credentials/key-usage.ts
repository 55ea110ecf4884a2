import type { KeyId } from '../../model/keys/key.ts'
import type { KeyOutcome } from '../../model/keys/usage.ts'

/** Counts the outcomes of calls with keys. No call waits for it. */
export interface KeyUsage {
  /**
   * Counts one call in the current hour of the database. It is stored within about a second, at the
   * latest when the process ends; a killed process loses what it has not stored. A write without a
   * reply is repeated for up to a day and counts once. Calls with a deleted key are dropped. Never
   * throws.
   */
  count(keyId: KeyId, outcome: KeyOutcome): void
}
