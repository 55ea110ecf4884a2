/**
 * From 0, easily guessed, to 4, very hard to guess. `too_complex`: scoring it would exceed the
 * resource limits.
 */
export type StrengthScore = 0 | 1 | 2 | 3 | 4 | 'too_complex'

/** Scores passwords off the event loop, with limited processor time and a bounded queue. */
export interface PasswordStrength {
  /**
   * `personalWords` (name, address, service) count as easily guessed. Returns `too_complex` if this
   * password alone takes too much processor time or memory, never because the machine is busy.
   * Throws `Unavailable` if the queue is full or the wait too long.
   */
  score(password: string, personalWords: readonly string[]): Promise<StrengthScore>
}
