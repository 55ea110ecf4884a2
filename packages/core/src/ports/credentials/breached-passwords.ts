/**
 * Checks passwords against known breaches with k-anonymity: what is sent matches many thousands of
 * passwords.
 */
export interface BreachedPasswords {
  /**
   * `unavailable` if the check is disabled, or the database is unreachable, slow or returns
   * nonsense. Never throws.
   */
  check(password: string): Promise<'breached' | 'not_found' | 'unavailable'>
}
