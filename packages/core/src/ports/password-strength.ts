/** How guessable a password is: 0 too guessable to 4 very unguessable, or that no verdict came in time. */
export type StrengthScore = 0 | 1 | 2 | 3 | 4 | 'too_complex'

/** Scores passwords off the event loop, under a time limit and with a bounded queue. */
export interface PasswordStrength {
  /**
   * Scores one password. `personalWords` (name, address, service) count as guessable. Answers
   * `too_complex` when the time limit passes; throws `Unavailable` when the queue is full.
   */
  score(password: string, personalWords: readonly string[]): Promise<StrengthScore>
}
