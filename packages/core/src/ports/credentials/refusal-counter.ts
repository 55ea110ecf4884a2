import type { RefusalTarget } from '../stores/platform/refusal-store.ts'

/** Counts refused sign-ins without a write for each. */
export interface RefusalCounter {
  /**
   * Counts one refusal. It is stored within about a second, at the latest when the process ends; a
   * killed process loses what it has not stored. Never throws and never waits.
   */
  count(target: RefusalTarget): void
}
