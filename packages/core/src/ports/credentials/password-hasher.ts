/** Slow, salted password hashes that contain their parameters. Takes passwords in NFC. */
export interface PasswordHasher {
  /**
   * Hashes with the current parameters and a new salt. Both the number of concurrent runs and the
   * queue are bounded. Throws `Unavailable` without hashing if the queue is full or the wait too
   * long.
   */
  hash(password: string): Promise<string>

  /**
   * Whether the password matches. A null hash takes the same time and returns false, so that a
   * missing account looks like a wrong password; so does a wrong password for a hash that is cheaper
   * than new ones. A stored hash with parameters above Ken's maximum
   * returns false at once. Throws `Unavailable` as `hash` does.
   */
  verify(password: string, hash: string | null): Promise<boolean>

  /** Whether the hash has other parameters than new ones and should be replaced at sign-in. */
  isOutdated(hash: string): boolean
}
