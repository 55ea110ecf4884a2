import type { KeyId } from '../../model/keys/key.ts'
import type { KeyOutcome } from '../../model/keys/usage.ts'

/** Counts what calls with keys came to, without a call ever waiting for it. */
export interface KeyUsage {
  /**
   * Counts one call, to be stored within about a second and before this process ends, in the hour that it is then by
   * the database's time. A process that is killed loses what it had not stored. A store whose reply is lost is repeated
   * and counts once, for a day. Calls with a key that is gone by then are dropped. Never throws.
   */
  count(keyId: KeyId, outcome: KeyOutcome): void
}
