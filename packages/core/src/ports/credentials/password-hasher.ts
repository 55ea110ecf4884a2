/** Slow, salted password hashes: argon2id in PHC string form (RFC 9106). Takes passwords in NFC. */
export interface PasswordHasher {
  /**
   * Hashes with the current parameters and a fresh salt. Runs a bounded number at once and queues a
   * bounded number more; past that, or after waiting too long, throws `Unavailable` without hashing.
   */
  hash(password: string): Promise<string>

  /**
   * Whether the password matches. Null in place of a hash does the same work and answers false, so
   * that a missing account takes as long as a wrong password. Parameters of a stored hash are
   * bounded before use: a hash that asks for more than Ken would ever write answers false at once.
   * Throws `Unavailable` as `hash` does.
   */
  verify(password: string, hash: string | null): Promise<boolean>

  /** Whether the hash was made with weaker parameters than today's and should be replaced at sign-in. */
  isOutdated(hash: string): boolean
}
