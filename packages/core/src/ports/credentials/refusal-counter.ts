import type { RefusalTarget } from '../stores/refusal-store.ts'

/** Counts refused sign-ins that cost no write of their own. */
export interface RefusalCounter {
  /**
   * Counts one refusal, to be stored within about a second and before this process ends. A process that is killed
   * loses what it had not stored. Never throws, never waits.
   */
  note(target: RefusalTarget): void
}
