/** How guessable a password is: 0 too guessable to 4 very unguessable, or that judging it takes more than it may cost. */
export type StrengthScore = 0 | 1 | 2 | 3 | 4 | 'too_complex'

/** Scores passwords off the event loop, under a limit on processor time and with a bounded queue. */
export interface PasswordStrength {
  /**
   * Scores one password. `personalWords` (name, address, service) count as guessable. Returns `too_complex` when this
   * password alone takes too much processor time or memory, never because the machine is busy. Throws
   * `Unavailable` when the queue is full or the wait too long.
   */
  score(password: string, personalWords: readonly string[]): Promise<StrengthScore>
}
