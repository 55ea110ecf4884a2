/** A database of passwords known from breaches, asked by k-anonymity: only a hash prefix leaves the process. */
export interface BreachedPasswords {
  /** `unavailable` when the database is off, away, slow or answers nonsense; never throws. */
  check(password: string): Promise<'breached' | 'not_found' | 'unavailable'>
}
